import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { useReducedMotion } from '@mantine/hooks';
import { axisTicks } from './axis-ticks.ts';
import classes from './chart.module.css';
import type { ChartFigure } from './chart.tsx';

/** The drawing of a chart: fetched by itself, with the library. */
export function ChartDrawing({ figure }: { figure: ChartFigure }) {
  const { labels, now, before, nowName, beforeName, format, formatShort } = figure;
  const ticks = axisTicks(Math.max(...now, ...before), figure.unit);
  const still = useReducedMotion();
  const data = labels.map((label, at) => ({ label, now: now[at] ?? 0, before: before[at] ?? 0 }));
  const moving = { isAnimationActive: !still, animationDuration: 180 };
  return (
    <CompositeChart
      h="100%"
      className={classes.chart}
      data={data}
      dataKey="label"
      series={[
        { name: 'now', label: nowName, type: 'bar', color: 'var(--chart-now)' },
        {
          name: 'before',
          label: beforeName,
          type: 'line',
          color: 'var(--chart-before)',
          strokeDasharray: '5 4',
        },
      ]}
      curveType="linear"
      withDots={false}
      maxBarWidth={28}
      tickLine="none"
      gridAxis="x"
      valueFormatter={format}
      yAxisProps={{
        width: 64,
        ticks,
        domain: [0, ticks.at(-1) ?? 1],
        tickFormatter: (value: number) => formatShort(value),
      }}
      xAxisProps={{ minTickGap: 24, interval: 'equidistantPreserveStart' }}
      barProps={{ ...moving, radius: [3, 3, 0, 0] }}
      lineProps={moving}
      // The table beside it says everything: the drawing itself is hidden, and nothing in it takes the focus.
      composedChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
    />
  );
}
