import type { Card, PaymentFailure } from '#contract/payments.ts';

export type ChargeRequest = {
  /** Our name for this attempt; a provider that knows it already charges nothing more. */
  reference: string;
  orderId: string;
  amount: number;
  currency: string;
  card: Card;
};

export type ChargeState = 'open' | 'confirming' | 'approved' | 'declined' | 'cancelled';

/** What a provider says of one charge. */
export type ChargeReport = {
  reference: string;
  orderId: string;
  amount: number;
  currency: string;
  state: ChargeState;
  failure: PaymentFailure | null;
};

/** A report with the provider's own name for having told it. */
export type ProviderEvent = ChargeReport & { eventId: string; type: string };

/** A callback as it came in: nothing parsed yet. */
export type Callback = { signature: string; rawBody: string };

/**
 * What every payment provider can do. Calls may take a network and never run inside a transaction;
 * each may be repeated after a crash without effect.
 */
export type Provider = {
  name: 'sandbox';
  /** Asks for the money. The answer that counts comes by callback; this one only says whether the buyer is asked something first. */
  charge: (request: ChargeRequest) => Promise<'open' | 'confirming'>;
  /** The buyer's answer to the provider's question; false when nothing was asked any more. */
  confirm: (reference: string, approve: boolean) => Promise<boolean>;
  /** Gives up a charge; false when the money was taken already or is on its way. */
  cancel: (reference: string) => Promise<boolean>;
  /** What the provider knows of a charge; null when it never heard of it. */
  find: (reference: string) => Promise<ChargeReport | null>;
  /** Gives money back to the same means of payment, once per key. Throws when it cannot. */
  refund: (refund: { reference: string; amount: number; key: string }) => Promise<void>;
  /** Proves and reads a callback. Refuses PAYMENT_SIGNATURE or CALLBACK_INVALID. */
  read: (callback: Callback) => ProviderEvent;
};
