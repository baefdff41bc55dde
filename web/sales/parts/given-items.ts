import type { OrderItem } from '#contract/order-items.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Given } from '#web/donations/shared/giving-fields.tsx';

type To = { channelSlug: string; productSlug: string | null; currency: CurrencyCode };

/** What is given beside something bought, as lines of their own. */
export const givenItems = (to: To, { donation, support }: Given): OrderItem[] => [
  ...(donation > 0 ? [{ kind: 'donation', ...to, expectedTotal: donation } as const] : []),
  ...(support > 0
    ? [{ kind: 'support', currency: to.currency, expectedTotal: support } as const]
    : []),
];
