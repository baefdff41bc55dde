import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './chart.module.css';
import { ChartTable } from './chart-table.tsx';

/** A figure by steps, beside the same steps of the time before. */
export type ChartFigure = {
  /** What the steps are called, the first first: "28 nov". */
  labels: string[];
  now: number[];
  before: number[];
  nowName: string;
  beforeName: string;
  /** What a number is to people: "12,10 €". */
  format: (value: number) => string;
  /** The same where there is little room; the numbers beside the axis. */
  formatShort: (value: number) => string;
  /** The least step of the axis: 100, where the numbers are cents. */
  unit?: number;
};

type Props = {
  title: string;
  stepName: string;
  figure: ChartFigure;
  sum: number;
  sumBefore: number;
};

/** Drawn only where it is looked at: the library is heavy. */
const Drawing = lazy(async () => {
  const { ChartDrawing: drawing } = await import('./chart-drawing.tsx');
  return { default: drawing };
});

/**
 * Bars of now before a dashed line of then. What the colours mean stands above with both sums, and
 * the same numbers can be read in a table: on the screen by a switch, by a reader always.
 */
export function Chart({ title, stepName, figure, sum, sumBefore }: Props) {
  const { t } = useTranslation('ui');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const id = useId();
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption className={classes.head}>
        <strong id={id}>{title}</strong>
        <SegmentedControl
          size="xs"
          aria-label={t('chart.view', { title })}
          value={view}
          onChange={(next) => setView(next as 'chart' | 'table')}
          data={[
            {
              value: 'chart',
              label: <View icon={<IconChartBar size={15} />} name={t('chart.chart')} />,
            },
            {
              value: 'table',
              label: <View icon={<IconTable size={15} />} name={t('chart.table')} />,
            },
          ]}
        />
      </figcaption>
      <dl className={classes.sums}>
        <div data-of="now">
          <dt>{figure.nowName}</dt>
          <dd>{figure.format(sum)}</dd>
        </div>
        <div data-of="before">
          <dt>{figure.beforeName}</dt>
          <dd>{figure.format(sumBefore)}</dd>
        </div>
      </dl>
      {view === 'chart' && (
        <div className={classes.drawing} aria-hidden="true">
          <Suspense fallback={<Skeleton height="100%" radius="md" />}>
            <Drawing figure={figure} />
          </Suspense>
        </div>
      )}
      <div className={view === 'table' ? classes.table : 'said'}>
        <ChartTable title={title} stepName={stepName} figure={figure} />
      </div>
    </figure>
  );
}

function View({ icon, name }: { icon: React.ReactNode; name: string }) {
  return (
    <span className={classes.view}>
      {icon}
      {name}
    </span>
  );
}

/** Of the same size as what comes. */
export function ChartSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <div role="status">
      <span className="said">{t('loading')}</span>
      <Skeleton height={28} width="60%" mb="sm" />
      <Skeleton height={44} width="80%" mb="sm" />
      <Skeleton height={240} radius="md" />
    </div>
  );
}
