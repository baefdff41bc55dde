import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ProductType } from '#contract/shared/product-kinds.ts';
import { taxesContract, type UsualTaxRate } from '#contract/taxes.ts';
import { api } from '#web/platform/api.ts';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';

type Props = {
  /** The address of the channel that sells; none is chosen yet: ''. */
  channel: string;
  /** What is sold, and of a bundle that exists its address: only rates that fit are shown. */
  type: ProductType;
  bundle: string | null;
  /** In hundredths of a percent. */
  value: number | null;
  onChoose: (rate: number) => void;
};

/** The rates of VAT of where a channel is billed, to be taken by a press; nothing where none are known. */
export function UsualRates({ channel, type, bundle, value, onChoose }: Props) {
  const { t, language } = useTranslation('taxes');
  const rates = useUsualRates(channel, type, bundle);
  if (rates.length === 0) return null;
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Text component="legend" size="sm" c="dimmed" p={0} mb={6}>
        {t('usual.title')}
      </Text>
      <Group gap="xs">
        {rates.map(({ rate, kinds }) => (
          <Button
            key={rate}
            size="compact-sm"
            variant={rate === value ? 'filled' : 'default'}
            aria-pressed={rate === value}
            onClick={() => onChoose(rate)}
          >
            {t('usual.rate', {
              rate: formatNumber(rate / 100, language),
              kinds: kinds.map((kind) => t(`kind.${kind}`)).join(', '),
            })}
          </Button>
        ))}
      </Group>
    </fieldset>
  );
}

/** A help and no more: without an answer the rate is typed as before. */
function useUsualRates(channel: string, type: ProductType, bundle: string | null): UsualTaxRate[] {
  const [answer, setAnswer] = useState<{ channel: string; rates: UsualTaxRate[] } | null>(null);
  useEffect(() => {
    if (channel === '') return;
    const asking = new AbortController();
    const query = { type, ...(bundle ? { bundle } : {}) };
    const asked = { params: { slug: channel }, query, signal: asking.signal };
    api(taxesContract.listUsualTaxRates, asked).then(
      ({ rates }) => setAnswer({ channel, rates }),
      () => undefined,
    );
    return () => asking.abort();
  }, [channel, type, bundle]);
  return answer?.channel === channel ? answer.rates : [];
}
