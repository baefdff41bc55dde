import { Anchor, Drawer, SegmentedControl } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { catalogContract, type OwnProduct, type ProductDetail } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Device, PreviewFrame } from '#web/ui/preview-frame.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { PreviewMark } from './preview-mark.tsx';
import classes from './preview-sheet.module.css';
import { ProductView } from './product-view.tsx';

type Props = { product: OwnProduct; close: () => void };

/** The page of the product as a viewer would see it, renewed with every saving. */
export function PreviewSheet({ product, close }: Props) {
  const { t } = useTranslation('catalog');
  const [device, setDevice] = useState<Device>('phone');
  const { page, error } = usePage(product);
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="min(72rem, 100vw)"
      title={t('preview.title')}
      closeButtonProps={{ 'aria-label': t('preview.close') }}
    >
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('preview.width')}
          value={device}
          onChange={(next) => setDevice(next as Device)}
          data={[
            {
              value: 'phone',
              label: (
                <span className={classes.choice}>
                  <IconDeviceMobile size={18} aria-hidden />
                  {t('preview.phone')}
                </span>
              ),
            },
            {
              value: 'desktop',
              label: (
                <span className={classes.choice}>
                  <IconDeviceDesktop size={18} aria-hidden />
                  {t('preview.desktop')}
                </span>
              ),
            },
          ]}
        />
        <Anchor href={`/products/${product.slug}`} target="_blank" className={classes.out}>
          {t('preview.own')}
          <IconExternalLink size={16} aria-hidden />
        </Anchor>
      </div>
      {error !== null && <ErrorState error={error} />}
      {page && (
        <PreviewFrame device={device} title={t('preview.title')}>
          {product.status === 'draft' && <PreviewMark />}
          <ProductView product={page} />
        </PreviewFrame>
      )}
    </Drawer>
  );
}

/** Nothing is sold in a preview. */
function usePage(product: OwnProduct) {
  const [page, setPage] = useState<ProductDetail | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let current = true;
    api(catalogContract.getProduct, { params: { slug: product.slug } }).then(
      (answer) => {
        if (!current) return;
        setError(null);
        setPage({ ...answer, can: { ...answer.can, buy: false } });
      },
      (failure: unknown) => current && setError(failure),
    );
    return () => {
      current = false;
    };
  }, [product]);
  return { page, error };
}
