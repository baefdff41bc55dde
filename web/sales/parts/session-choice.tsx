import { Radio, Stack } from '@mantine/core';
import type { Checkout, SessionOnSale } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import { When } from '#web/ui/when.tsx';

type Props = { checkout: Checkout; value: string | null; set: (id: string) => void };

/** The dates of a show with several; those that cannot be had any more stand there and say why. */
export function SessionChoice({ checkout, value, set }: Props) {
  const { t } = useTranslation('sales');
  const { sessions, offer } = checkout;
  const seatWords = ({ seatsLeft, open, cancelledAt }: SessionOnSale) => {
    if (cancelledAt) return t('state.cancelled');
    if (seatsLeft === 0) return t('checkout.soldOut');
    if (!open) return t('checkout.closed');
    return seatsLeft === null ? undefined : t('checkout.seats', { count: seatsLeft });
  };
  if (sessions.length < 2 || offer?.session) return null;
  return (
    <Radio.Group label={t('checkout.session')} value={value} onChange={set}>
      <Stack gap="xs" mt="xs">
        {sessions.map((session) => (
          <Radio
            key={session.id}
            value={session.id}
            disabled={!session.open}
            label={<When instant={session.startsAt} style="full" />}
            description={seatWords(session)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
