import { Button, Group } from '@mantine/core';
import { IconCoin } from '@tabler/icons-react';
import { type CurrencyRate, ratesContract } from '#contract/rates.ts';
import { type RateAge, writeRate } from '#contract/shared/exchange.ts';
import { numbersIn } from '#contract/shared/formatters.ts';
import { api } from '#web/platform/api.ts';
import { formatDate } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { useCurrencyName } from './currency-name.ts';

type Props = { rates: CurrencyRate[]; change: (rate: CurrencyRate) => void };

/** What holds now, how old it is, and who entered it. */
export function RateList({ rates, change }: Props) {
  const { t } = useTranslation('site');
  const columns = useColumns();
  return (
    <DataTable
      id="currency-rates"
      caption={t('rates.list')}
      page={{ items: rates, total: rates.length, page: 1, size: Math.max(rates.length, 1) }}
      rowKey={(row) => row.currency}
      columns={columns}
      empty={{ icon: IconCoin, title: t('rates.none'), text: t('rates.noneText') }}
      rowActions={(row) => <RateActions rate={row} change={() => change(row)} />}
    />
  );
}

const tones: Record<RateAge, Tone> = { fresh: 'good', old: 'warn', unused: 'bad' };

function useColumns(): Column<CurrencyRate>[] {
  const { t, language } = useTranslation('site');
  const nameOf = useCurrencyName();
  // Six digits behind at most, as they were typed: a number of JavaScript holds them all.
  const said = numbersIn(language, { maximumFractionDigits: 6 });
  const dayText = (day: string) =>
    formatDate(`${day}T12:00:00Z`, { language, zone: 'UTC', style: 'date' });
  return [
    {
      id: 'currency',
      label: t('rates.currency'),
      value: (row) => nameOf(row.currency),
      main: true,
    },
    {
      id: 'age',
      label: t('rates.age'),
      value: (row) => <StatusBadge tone={tones[row.age]}>{t(`rates.age.${row.age}`)}</StatusBadge>,
      card: 'badge',
    },
    {
      id: 'rate',
      label: t('rates.rate'),
      value: (row) => (
        <span className="figures">
          {said.format(writeRate(row.millionths) as unknown as number)}
        </span>
      ),
      align: 'right',
      card: 'named',
    },
    { id: 'day', label: t('rates.day'), value: (row) => dayText(row.day), card: 'named' },
    {
      id: 'by',
      label: t('rates.by'),
      value: (row) =>
        row.source === 'ecb' ? t('rates.byEcb', { name: row.enteredBy }) : row.enteredBy,
      card: 'line',
    },
  ];
}

function RateActions({ rate, change }: { rate: CurrencyRate; change: () => void }) {
  const { t } = useTranslation('site');
  const confirm = useConfirm();
  const act = useAct();
  const { currency } = rate;
  const remove = async () => {
    const answer = await confirm({
      title: t('rates.removeTitle', { currency }),
      text: t('rates.removeText', { currency }),
      confirmLabel: t('rates.remove'),
      danger: true,
    });
    if (!answer) return;
    const deed = () => api(ratesContract.removeRate, { params: { currency } });
    await act.run(deed, { done: t('rates.removed') });
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-md" variant="default" onClick={change}>
        {t('rates.change')}
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        loading={act.busy}
        onClick={() => void remove()}
        aria-label={`${t('rates.remove')} ${currency}`}
      >
        {t('rates.remove')}
      </Button>
    </Group>
  );
}
