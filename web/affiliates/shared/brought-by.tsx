import { Text } from '@mantine/core';
import type { AffiliateName } from '#contract/affiliates.ts';
import { useTranslation } from '#web/platform/words.ts';

/** Who brought the buyer, in small; nothing where nobody did. */
export function BroughtBy({ affiliate }: { affiliate: AffiliateName | null }) {
  const { t } = useTranslation('affiliates');
  if (!affiliate) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('by', { name: affiliate.name })}
    </Text>
  );
}
