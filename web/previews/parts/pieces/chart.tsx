import { formatMoney, formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { InBrowser } from '#web/previews/parts/in-browser.tsx';
import type { Piece } from '#web/previews/parts/piece.ts';
import { Chart, ChartSkeleton } from '#web/ui/chart.tsx';

const before = [0, 1200, 8400, 3100, 9900, 15_400, 12_000];
const now = [2400, 4800, 12_100, 0, 18_200, 24_200, 30_250];
const sum = (figures: number[]) => figures.reduce((all, one) => all + one, 0);

function Week({ figures }: { figures: number[] }) {
  const { t, language } = useTranslation('previews');
  const labels = figures.map((_, day) => `${day + 1} / 12`);
  return (
    <InBrowser>
      {() => (
        <Chart
          title={t('sample.takings')}
          stepName={t('sample.when')}
          sum={sum(figures)}
          sumBefore={sum(before)}
          figure={{
            ...{ labels, now: figures, before },
            nowName: t('sample.thisWeek'),
            beforeName: t('sample.lastWeek'),
            format: (value) => formatMoney(value, 'EUR', language),
            formatShort: (value) => formatNumber(value / 100, language),
          }}
        />
      )}
    </InBrowser>
  );
}

export const piece: Piece = {
  name: 'Chart',
  group: 'lists',
  samples: [
    { state: 'normal', Show: () => <Week figures={now} /> },
    { state: 'empty', Show: () => <Week figures={now.map(() => 0)} /> },
    { state: 'loading', Show: ChartSkeleton },
  ],
};
