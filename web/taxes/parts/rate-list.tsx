import { IconReceiptTax } from '@tabler/icons-react';
import type { DatedTaxRate, RateState } from '#contract/taxes.ts';
import { formatDate, formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { usePlaceName } from './place-name.ts';

/** What holds, what begins later and, where they are shown, the rates of before. */
export function RateList({ rates }: { rates: DatedTaxRate[] }) {
  const { t } = useTranslation('taxes');
  const columns = useColumns();
  return (
    <DataTable
      id="tax-rates"
      caption={t('rates.title')}
      page={{ items: rates, total: rates.length, page: 1, size: Math.max(rates.length, 1) }}
      rowKey={(row) => row.id}
      columns={columns}
      empty={{ icon: IconReceiptTax, title: t('rates.none'), text: t('rates.noneText') }}
    />
  );
}

const tones: Record<RateState, Tone> = { now: 'good', coming: 'wait', past: 'quiet' };

/** What the source calls "always" is this day: nobody needs to read it. */
const always = '1900-01-01';

function useColumns(): Column<DatedTaxRate>[] {
  const { t, language } = useTranslation('taxes');
  const nameOf = usePlaceName();
  const dayText = (day: string) =>
    day === always
      ? null
      : formatDate(`${day}T12:00:00Z`, { language, zone: 'UTC', style: 'date' });
  return [
    { id: 'place', label: t('rates.place'), value: nameOf, main: true },
    { id: 'kind', label: t('rates.kind'), value: (row) => t(`kind.${row.kind}`), card: 'line' },
    {
      id: 'state',
      label: t('rates.state'),
      value: (row) => (
        <StatusBadge tone={tones[row.state]}>{t(`rates.state.${row.state}`)}</StatusBadge>
      ),
      card: 'badge',
    },
    {
      id: 'rate',
      label: t('rates.rate'),
      value: (row) => (
        <span className="figures">
          {t('rates.percent', { rate: formatNumber(row.rate / 100, language) })}
        </span>
      ),
      align: 'right',
      card: 'side',
    },
    { id: 'from', label: t('rates.from'), value: (row) => dayText(row.from), card: 'named' },
    {
      id: 'by',
      label: t('rates.by'),
      value: (row) => row.enteredBy ?? t('rates.byProduct'),
      card: 'named',
    },
  ];
}
