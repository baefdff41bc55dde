import { NativeSelect, Stack, Text } from '@mantine/core';
import { type LetterCoupons, leadsContract } from '#contract/leads.ts';
import { api } from '#web/platform/api.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Panel } from '#web/ui/panel.tsx';

/** Which coupons go with the last letter about an unfinished purchase, product by product. */
export function CouponsPanel({ items }: { items: LetterCoupons[] }) {
  const { t } = useTranslation('leads');
  if (items.length === 0) return null;
  return (
    <Panel title={t('coupons.title')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('coupons.text')}
        </Text>
        {items.map((item) => (
          <Choice key={item.product.slug} item={item} />
        ))}
      </Stack>
    </Panel>
  );
}

function Choice({ item: { product, chosen, coupons } }: { item: LetterCoupons }) {
  const { t, language } = useTranslation('leads');
  const act = useAct();
  const choose = (couponId: string | null) =>
    act.run(
      () => api(leadsContract.chooseCoupon, { params: { slug: product.slug }, body: { couponId } }),
      { done: t('coupons.saved') },
    );
  return (
    <NativeSelect
      label={product.title}
      value={chosen ?? ''}
      disabled={act.busy}
      data={[
        { value: '', label: t('coupons.none') },
        ...coupons.map(({ id, total, currency, free }) => ({
          value: id,
          label: t('coupons.batch', {
            price: formatMoney(total, currency, language),
            count: free,
          }),
        })),
      ]}
      onChange={(event) => void choose(event.currentTarget.value || null)}
    />
  );
}
