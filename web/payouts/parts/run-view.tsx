import { Stack } from '@mantine/core';
import type { PayoutRun } from '#contract/payouts.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { LeftOutTable } from './left-out.tsx';
import { RunBadge } from './run-badge.tsx';
import { RunLines } from './run-lines.tsx';
import { RunPanel } from './run-panel.tsx';

/** One run: what it pays, what to do next, and whom it pays. */
export function RunView({ run }: { run: PayoutRun }) {
  const { t } = useTranslation('payouts');
  return (
    <>
      <PageHead
        title={run.reference}
        crumbs={[
          { label: t('sales'), to: '/manage/sales' },
          { label: t('runs.title'), to: '/manage/sales/payouts' },
        ]}
        badge={<RunBadge state={run.state} />}
      />
      <Stack gap="lg">
        <RunPanel run={run} />
        <RunLines run={run} />
        <LeftOutTable leftOut={run.leftOut} />
      </Stack>
    </>
  );
}
