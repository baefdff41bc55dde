import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { PayeeFault } from '#contract/shared/payees.ts';
import { useTranslation } from '#web/platform/words.ts';

/** Why nothing can be sent to somebody. */
export function FaultNote({ fault }: { fault: PayeeFault }) {
  const { t } = useTranslation('payouts');
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconAlertTriangle size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <Text size="sm">{t(`fault.${fault}`)}</Text>
    </Group>
  );
}
