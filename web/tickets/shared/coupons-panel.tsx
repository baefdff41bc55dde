import { Button, Modal, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { OwnProduct } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { CouponBatch } from '../parts/coupon-batch.tsx';
import { CouponForm } from '../parts/coupon-form.tsx';
import { useCoupons } from '../parts/use-coupons.ts';
import classes from './coupons-panel.module.css';

/** The coupons of one product for its organizer: batches of single-use codes, and new ones. */
export function CouponsPanel({ product }: { product: OwnProduct }) {
  const { t } = useTranslation('tickets');
  const { t: say } = useTranslation('ui');
  const [making, setMaking] = useState(false);
  const { coupons, error, reload } = useCoupons(product.slug);
  if (!coupons) {
    return (
      <Panel title={t('coupons.title')}>
        {error ? <ErrorState error={error} onRetry={reload} /> : <Skeleton height={72} />}
      </Panel>
    );
  }
  const { items, can } = coupons;
  return (
    <Panel title={t('coupons.title')}>
      {items.length === 0 ? (
        <p className={classes.none}>{t(can.make ? 'coupons.none' : 'coupons.notYet')}</p>
      ) : (
        <ul className={classes.list}>
          {items.map((coupon) => (
            <CouponBatch key={coupon.id} coupon={coupon} changed={reload} />
          ))}
        </ul>
      )}
      {can.make && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          {t('coupons.make')}
        </Button>
      )}
      <Modal
        opened={making}
        onClose={() => setMaking(false)}
        title={t('coupons.make')}
        closeButtonProps={{ 'aria-label': say('close') }}
      >
        <CouponForm
          product={product}
          made={() => {
            setMaking(false);
            reload();
          }}
        />
      </Modal>
    </Panel>
  );
}
