import { Text } from '@mantine/core';
import type { z } from 'zod';
import type { Currency } from '#contract/shared/currencies.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Price } from '#web/ui/price.tsx';

type Props = { total: number; refunded: number; currency: z.infer<typeof Currency> };

/** What something cost, and below it how much of that went back. */
export function SumGivenBack({ total, refunded, currency }: Props) {
  const { t } = useTranslation('sales');
  return (
    <>
      <Price amount={total} currency={currency} freeWord />
      {refunded > 0 && (
        <Text size="xs" c="dimmed">
          {t('order.givenBack')} <Price amount={refunded} currency={currency} />
        </Text>
      )}
    </>
  );
}
