import { SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { PayoutBalance } from '#contract/my-payouts.ts';
import { fieldOfFault, type PayeeFault } from '#contract/shared/payees.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import { FaultNote } from './fault-note.tsx';

/** Where an organizer puts right what stands in the way of their money. */
export const mendPlace = ({ slug }: { slug: string }, fault: PayeeFault) =>
  `/account/channels/${slug}#${fieldOfFault(fault)}`;

/** What an organizer is owed in a channel and currency, and what comes next. */
export function BalancePanel({ balance }: { balance: PayoutBalance }) {
  const { t } = useTranslation('payouts');
  const { channel, currency, fault } = balance;
  const figures = [
    ['open', balance.open],
    ['preparing', balance.preparing],
    ['onTheWay', balance.onTheWay],
    ['next', balance.next],
  ] as const;
  return (
    <Panel title={`${channel.title} · ${currency}`}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} component="dl" m={0}>
          {figures.map(([name, amount]) => (
            <div key={name}>
              <Text component="dt" size="sm" c="dimmed">
                {t(`mine.${name}`)}
              </Text>
              <Text component="dd" m={0} fw={650} fz="lg">
                <Price amount={amount} currency={currency} />
              </Text>
            </div>
          ))}
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          <Next balance={balance} />
        </Text>
        {fault && (
          <div>
            <FaultNote fault={fault} />
            <Link to={mendPlace(channel, fault)}>{t('mine.mend')}</Link>
          </div>
        )}
      </Stack>
    </Panel>
  );
}

/** When the next payout is made, or why it pays nothing. */
function Next({ balance }: { balance: PayoutBalance }) {
  const { t, language } = useTranslation('payouts');
  const { nothing, minimum, currency, nextOn } = balance;
  if (nothing) {
    return t(`mine.nothing.${nothing}`, { minimum: formatMoney(minimum, currency, language) });
  }
  return (
    <>
      {t('mine.nextOn')} <When instant={`${nextOn}T12:00:00Z`} style="date" />.
    </>
  );
}
