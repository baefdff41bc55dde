import { NativeSelect } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  insightsContract,
  type Series,
  type SeriesPeriod,
  seriesPeriods,
} from '#contract/insights.ts';
import { type CurrencyCode, exponentOf } from '#contract/shared/currency-table.ts';
import { formatMoney } from '#contract/shared/money-text.ts';
import { api } from '#web/platform/api.ts';
import { useChangeAddress } from '#web/platform/change-address.ts';
import { formatDate, formatNumber } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Chart, ChartSkeleton } from '#web/ui/chart.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import classes from './takings-chart.module.css';

const isPeriod = (text: string | null): text is SeriesPeriod =>
  seriesPeriods.includes(text as SeriesPeriod);

type Loaded = { series: Series } | { error: unknown } | null;

/** How takings and tickets went, over the period that the address names. */
export function TakingsChart() {
  const { t } = useTranslation('insights');
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const asked = params.get('period');
  const period = isPeriod(asked) ? asked : 'month';
  const zone = useViewerZone();
  const [loaded, setLoaded] = useState<Loaded>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    const stop = new AbortController();
    setLoaded(null);
    api(insightsContract.getSeries, { query: { period, zone }, signal: stop.signal })
      .then((series) => setLoaded({ series }))
      .catch((error: unknown) => !stop.signal.aborted && setLoaded({ error }));
    return () => stop.abort();
  }, [period, zone, tries]);
  const choose = (next: string) => void change({ period: next }, { replace: true });
  return (
    <div className={classes.place}>
      <Panel
        title={t('chart.title')}
        actions={
          <NativeSelect
            size="xs"
            aria-label={t('chart.period')}
            value={period}
            data={seriesPeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        }
      >
        {loaded === null && <ChartSkeleton />}
        {loaded && 'error' in loaded && (
          <ErrorState error={loaded.error} onRetry={() => setTries(tries + 1)} />
        )}
        {loaded && 'series' in loaded && <Charts series={loaded.series} />}
      </Panel>
    </div>
  );
}

function Charts({ series }: { series: Series }) {
  const { t, language } = useTranslation('insights');
  const { tickets, takings, days, step, period } = series;
  if (takings.length === 0 && tickets.sum + tickets.sumBefore === 0) {
    return <EmptyState icon={IconChartBar} title={t('chart.none')} text={t('chart.noneText')} />;
  }
  // A day is a day wherever it is read: shown as UTC, it is the one that was counted.
  const labels = days.map((day) =>
    formatDate(`${day}T12:00:00Z`, { language, zone: 'UTC', style: 'dayMonth' }),
  );
  const common = {
    labels,
    nowName: t(`periodNow.${period}`),
    beforeName: t(`periodBefore.${period}`),
  };
  const stepName = t(`step.${step}`);
  const count = (value: number) => formatNumber(value, language);
  return (
    <div className={classes.charts}>
      {takings.map(({ currency, ...figure }) => (
        <Chart
          key={currency}
          title={t('chart.takings', { currency })}
          stepName={stepName}
          sum={figure.sum}
          sumBefore={figure.sumBefore}
          figure={{
            ...common,
            ...figure,
            format: (value) => formatMoney(value, currency, language),
            formatShort: (value) => count(value / minorUnits(currency)),
            unit: minorUnits(currency),
          }}
        />
      ))}
      <Chart
        title={t('chart.tickets')}
        stepName={stepName}
        sum={tickets.sum}
        sumBefore={tickets.sumBefore}
        figure={{ ...common, ...tickets, format: count, formatShort: count }}
      />
    </div>
  );
}

/** For the axis alone, where cents are of no interest. */
const minorUnits = (currency: CurrencyCode): number => 10 ** exponentOf(currency);
