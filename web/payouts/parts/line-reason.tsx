import { Text } from '@mantine/core';
import type { PayoutLine } from '#contract/payouts.ts';
import { useTranslation } from '#web/platform/words.ts';
import { When } from '#web/ui/when.tsx';

/** Why it was taken out, or when and why it came back. */
export function LineReason({ line }: { line: Pick<PayoutLine, 'reason' | 'returnedAt'> }) {
  const { t } = useTranslation('payouts');
  if (!line.reason) return null;
  return (
    <Text size="xs" c="dimmed">
      {line.returnedAt && (
        <>
          {t('line.back')} <When instant={line.returnedAt} style="date" />:{' '}
        </>
      )}
      {line.reason}
    </Text>
  );
}
