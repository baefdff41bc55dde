import type {
  Card,
  CarriedNotice,
  PaymentFailure,
  PaymentPlace,
  PaymentProvider,
} from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';

/** A charge as both sides know it. */
export type Charge = {
  /** Our name for this attempt; a provider that knows it already charges nothing more. */
  reference: string;
  /** The provider's own name for it; empty when it has none, or was never heard. */
  object: string;
  orderId: string;
  amount: number;
  currency: CurrencyCode;
};

/** What the provider's own page shows, and where it leads back to: a path of ours. */
export type ChargeScreen = {
  title: string;
  language: Language;
  buyerEmail: string;
  backPath: string;
};

/** A card comes along only where the buyer gives it to us; else there is a page of the provider. */
export type ChargeRequest = Omit<Charge, 'object'> & {
  card: Card | null;
  screen: ChargeScreen | null;
};

/** What came of asking: `confirming` waits for the buyer, at `place` if that is somewhere else. */
export type Charged = {
  state: 'open' | 'confirming';
  object?: string;
  place?: PaymentPlace;
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
  /** Of the card, where the provider tells. */
  lastFour?: string;
};

/** A report with the provider's own name for having told it. */
export type ProviderEvent = ChargeReport & { eventId: string; type: string };

/** A callback as it came in: nothing parsed yet. */
export type Callback = { signature: string; rawBody: string };

/** Something a provider told that decides no charge: it is kept, and nothing else. */
export type ProviderNote = { eventId: string; type: string; body: unknown };

/**
 * What every payment provider can do. Calls may take a network and never run inside a transaction;
 * each may be repeated after a crash without effect.
 */
export type Provider = {
  name: PaymentProvider;
  /** A new name for an attempt, where the provider does not take our own id for one. */
  newReference?: () => string;
  /** Asks for the money. The answer that counts comes by callback; this one only says whether the buyer is asked something first. */
  charge: (request: ChargeRequest) => Promise<Charged>;
  /** The buyer's answer to the provider's question; false when nothing was asked any more. */
  confirm: (reference: string, approve: boolean) => Promise<boolean>;
  /** Gives up a charge; false when the money was taken already or is on its way. */
  cancel: (charge: Charge) => Promise<boolean>;
  /** What the provider knows of a charge; null when it never heard of it. */
  find: (charge: Charge) => Promise<ChargeReport | null>;
  /** Gives money back to the same means of payment, once per key. Throws when it cannot. */
  refund: (charge: Charge, refund: { amount: number; key: string }) => Promise<void>;
  /** Proves and reads a callback. Refuses PAYMENT_SIGNATURE or CALLBACK_INVALID. */
  read: (callback: Callback) => Promise<ProviderEvent | ProviderNote>;
  /** The same of what the buyer's browser carried back, from providers that send something so. */
  readCarried?: (notice: CarriedNotice) => Promise<ProviderEvent | ProviderNote>;
};

export const isEvent = (said: ProviderEvent | ProviderNote): said is ProviderEvent =>
  'reference' in said;
