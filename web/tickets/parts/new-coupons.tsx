import { Button, Modal, Select, Skeleton, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CouponForm } from './coupon-form.tsx';

type Choice = { slug: string; title: string };

/** Another batch: first for what, then how many and for how much. Nothing where nothing is sold yet. */
export function NewCoupons({ products }: { products: Choice[] }) {
  const { t } = useTranslation('tickets');
  const { t: say } = useTranslation('ui');
  const [making, setMaking] = useState(false);
  const { revalidate } = useRevalidator();
  if (products.length === 0) return null;
  const made = () => {
    setMaking(false);
    void revalidate();
  };
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
        {t('coupons.make')}
      </Button>
      <Modal
        opened={making}
        onClose={() => setMaking(false)}
        title={t('coupons.make')}
        closeButtonProps={{ 'aria-label': say('close') }}
      >
        <ForProduct products={products} made={made} />
      </Modal>
    </>
  );
}

function ForProduct({ products, made }: { products: Choice[]; made: () => void }) {
  const { t } = useTranslation('tickets');
  const [slug, setSlug] = useState<string | null>(null);
  const [product, setProduct] = useState<OwnProduct | null>(null);
  const choose = (chosen: string | null) => {
    setSlug(chosen);
    setProduct(null);
    if (!chosen) return;
    api(catalogContract.getOwnProduct, { params: { slug: chosen } }).then(setProduct, notifyError);
  };
  const isThere = product !== null && product.slug === slug;
  return (
    <Stack gap="md">
      <Select
        label={t('coupons.product')}
        placeholder={t('coupons.choose')}
        data={products.map(({ slug: value, title: label }) => ({ value, label }))}
        value={slug}
        onChange={choose}
        searchable
        required
      />
      {slug && !isThere && <Skeleton height={160} />}
      {isThere && <CouponForm key={product.id} product={product} made={made} />}
    </Stack>
  );
}
