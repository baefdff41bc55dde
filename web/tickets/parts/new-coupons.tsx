import { Button, Modal, Skeleton, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CouponForm } from './coupon-form.tsx';
import { type Choice, ProductChoice } from './product-choice.tsx';

/** Another batch: first for what, then how many and for how much. Nothing where nothing is sold yet. */
export function NewCoupons({ newest }: { newest: Choice[] }) {
  const { t } = useTranslation('tickets');
  const { t: say } = useTranslation('ui');
  const [making, setMaking] = useState(false);
  const { revalidate } = useRevalidator();
  if (newest.length === 0) return null;
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
        <ForProduct newest={newest} made={made} />
      </Modal>
    </>
  );
}

function ForProduct({ newest, made }: { newest: Choice[]; made: () => void }) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [product, setProduct] = useState<OwnProduct | null>(null);
  const choose = (choice: Choice | null) => {
    setChosen(choice);
    setProduct(null);
    if (!choice) return;
    const params = { slug: choice.slug };
    api(catalogContract.getOwnProduct, { params }).then(setProduct, notifyError);
  };
  const isThere = product !== null && product.slug === chosen?.slug;
  return (
    <Stack gap="md">
      <ProductChoice newest={newest} chosen={chosen} choose={choose} />
      {chosen && !isThere && <Skeleton height={160} />}
      {isThere && <CouponForm key={product.id} product={product} made={made} />}
    </Stack>
  );
}
