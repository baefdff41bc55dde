import type { RefundPreview } from '#contract/refunds.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';

/** What a refund takes from whom. */
export function RefundShares({ preview }: { preview: RefundPreview }) {
  const { t } = useTranslation('sales');
  const { share, currency, amount } = preview;
  const row = (name: 'buyer' | 'organizer' | 'tax' | 'platform' | 'fee', value: number) => ({
    label: t(`refund.share.${name}`),
    value: <Price amount={value} currency={currency} />,
  });
  return (
    <Panel title={t('refund.share.title')}>
      <div aria-live="polite">
        <Facts
          sums
          items={[
            row('buyer', amount),
            row('organizer', share.organizer),
            row('tax', share.tax),
            row('platform', share.platform + share.fee),
            share.fee > 0 && row('fee', share.fee),
          ]}
        />
      </div>
    </Panel>
  );
}
