import type { LeadRate } from '#contract/leads.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

/** Of those who asked, how many bought: by product and kind. */
export function RatesPanel({ rates }: { rates: LeadRate[] }) {
  const { t, language } = useTranslation('leads');
  if (rates.length === 0) return null;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <Panel title={t('rates.title')}>
      <RowList scrolls={rates.length > 8}>
        {rates.map(({ channel, product, kind, leads, bought, permille }) => (
          <Row
            key={`${product?.slug ?? channel.slug} ${kind}`}
            name={product?.title ?? t('wholeChannel', { channel: channel.title })}
            badge={
              <StatusBadge tone={bought > 0 ? 'good' : 'quiet'}>
                {percent.format(permille / 1000)}
              </StatusBadge>
            }
            about={`${t(`kind.${kind}`)} · ${t('rates.of', { count: leads, bought })}`}
          />
        ))}
      </RowList>
    </Panel>
  );
}
