import { Box, Group, Text } from '@mantine/core';
import type { Checkout } from '#contract/sales.ts';
import { sentTypes } from '#contract/shared/product-kinds.ts';
import { LeadsSlot } from '#web/leads/shared/leads-slot.tsx';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import { WhatIsBought } from '../shared/order-summary.tsx';
import { timeOf } from './my-shows.ts';
import { WayIn } from './way-in.tsx';

type Props = { checkout: Checkout };

export type NoCheckoutReason = 'owned' | 'notYet' | 'soldOut' | 'barred' | 'notForSale';

/** Why nothing can be bought; null when something can. */
export function whyNot({ can, ticket, sale, salesStartsAt }: Checkout): NoCheckoutReason | null {
  if (can.buy) return null;
  if (ticket) return 'owned';
  if (sale === 'not_yet' && salesStartsAt) return 'notYet';
  if (sale === 'barred') return 'barred';
  return sale === 'sold_out' ? 'soldOut' : 'notForSale';
}

/** What is sent has no seats. */
export const isThing = ({ product }: Props['checkout']): boolean =>
  sentTypes.includes(product.type);

/** In place of the form, under the title that says why: the show, and where to go instead. */
export function NoCheckout({ checkout, reason }: Props & { reason: NoCheckoutReason }) {
  const { t } = useTranslation('sales');
  const { product, sessions, ticket } = checkout;
  const chosen = sessions.find(({ id }) => id === ticket?.sessionId) ?? null;
  return (
    <Panel>
      <WhatIsBought product={product} session={chosen ?? product.session} />
      <Text mt="lg" mb="md">
        <Reason checkout={checkout} reason={reason} />
      </Text>
      <Group gap="sm">
        {checkout.can.gift && reason === 'owned' && (
          <ActionLink to="?gift=1" quiet>
            {t('giving.instead')}
          </ActionLink>
        )}
        {reason === 'owned' ? (
          <WayIn
            slug={product.slug}
            way={timeOf(chosen, checkout.serverNow) === 'recorded' ? 'watch' : 'enter'}
            size="md"
          />
        ) : (
          <OtherShows checkout={checkout} />
        )}
      </Group>
      {reason !== 'owned' && (
        <Box mt="lg">
          <LeadsSlot
            of="product"
            slug={product.slug}
            soldOut={reason === 'soldOut' && !isThing(checkout)}
          />
        </Box>
      )}
    </Panel>
  );
}

function Reason({ checkout, reason }: Props & { reason: NoCheckoutReason }) {
  const { t } = useTranslation('sales');
  if (reason === 'notYet' && checkout.salesStartsAt) {
    return (
      <>
        {t('checkout.saleStarts')} <When instant={checkout.salesStartsAt} />
      </>
    );
  }
  if (reason === 'owned') return t('checkout.owned');
  if (reason === 'barred') return t('checkout.barred');
  if (reason !== 'soldOut') return t('checkout.notForSale');
  return t(isThing(checkout) ? 'checkout.outOfStock' : 'checkout.full');
}

/** The other dates of the show where it has any; else what its channel and others put on. */
function OtherShows({ checkout: { product, sessions } }: Props) {
  const { t } = useTranslation('sales');
  const inCurrency = useInCurrency();
  // A code for one date can be too late where other dates are not.
  const hasOthers = sessions.some(({ open }) => open);
  if (hasOthers) {
    return <ActionLink to={`/products/${product.slug}`}>{t('checkout.otherDates')}</ActionLink>;
  }
  return (
    <>
      <ActionLink to={inCurrency('/search-results')}>{t('mine.discover')}</ActionLink>
      <ActionLink to={`/channels/${product.channel.slug}`} quiet>
        {t('checkout.moreOf', { channel: product.channel.title })}
      </ActionLink>
    </>
  );
}
