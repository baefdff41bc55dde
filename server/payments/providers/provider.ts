import type {
  Card,
  CarriedNotice,
  PaymentFailure,
  PaymentPlace,
  PaymentProvider,
} from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { DisputeState, RefundReason } from '#contract/shared/refunds.ts';

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
  /** The provider is to keep this means, for charges while the buyer is not there. */
  keep: boolean;
};

/** The provider's own name for a means of payment that it keeps; never a card number. */
export type KeptToken = { token: string; lastFour: string };

/** What came of asking: `confirming` waits for the buyer, at `place` if that is somewhere else. */
export type Charged = {
  state: 'open' | 'confirming';
  object?: string;
  place?: PaymentPlace;
};

/**
 * How a card stands that its owner gives to be kept without paying. `open`: they have not given it yet ·
 * `over`: nobody will give it there any more.
 */
export type SetupState = 'open' | 'kept' | 'declined' | 'over';
export type SetupReport = { reference: string; state: SetupState; kept: KeptToken | null };
export type AskedSetup = { object?: string; url?: string; report: SetupReport | null };

/** What a provider can do that keeps cards without a payment. */
export type CardSetup = {
  /** Asks the owner for a card, on a page of the provider (`url`), or takes the one that comes along. */
  begin: (request: {
    reference: string;
    card: Card | null;
    screen: ChargeScreen | null;
  }) => Promise<AskedSetup>;
  /** How it stands now; null when the provider never heard of it. */
  find: (setup: { reference: string; object: string }) => Promise<SetupReport | null>;
};

export type ChargedKept = { object?: string; report: ChargeReport | null };

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
  /** What it keeps, where that was asked and the charge is approved. */
  kept?: KeptToken | null;
};

/** A callback as it came in: nothing parsed yet. */
export type Callback = { signature: string; rawBody: string };

/** What a provider told, proven, and under its own name for having told it: not understood yet. */
export type ProviderNotice = { eventId: string; type: string; body: unknown };

/** How a dispute stands at the provider now. Amounts in minor units of ours. */
export type DisputeReport = {
  /** The charge that is disputed, under our name for it. */
  reference: string;
  object: string;
  amount: number;
  currency: string;
  reason: string;
  state: DisputeState;
  respondBy: string | null;
  /** How often money was moved for it: a report with fewer moves is an older one. */
  moves: number;
  /** What the provider holds of it now. */
  withdrawn: number;
  fee: number;
  /** The fee is taken in the money of the provider's account. */
  feeCurrency: string;
};

/** A refund as the provider has it. */
export type RefundReport = {
  object: string;
  /** The name under which we asked for it; null: somebody did it at the provider's own desk. */
  key: string | null;
  amount: number;
  currency: string;
  state: 'done' | 'failed';
  reason: RefundReason;
};

/** What a notice means. */
export type ProviderSaid =
  | { about: 'charge'; report: ChargeReport }
  | { about: 'setup'; report: SetupReport }
  | { about: 'dispute'; report: DisputeReport }
  | { about: 'refunds'; reference: string; refunds: RefundReport[] }
  | { about: 'nothing' };

/** Providers that answer no questions about a charge: what their notice did not tell, their own screen does. */
export const mute: readonly PaymentProvider[] = ['redsys'];

/** The provider cannot be asked as long as its settings are not complete: nobody's fault of the day. */
export class ProviderUnset extends Error {}

/** A charge that was not carried out, for a fault that is not the buyer's: nothing was taken. */
export class ChargeRefused extends Error {}

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
  /**
   * Asks for money of a means that was kept, while nobody is there to answer a question. What the
   * provider says at once is answered as a report; null: it will be told, or must be asked. Throws
   * ChargeRefused where nothing was taken for sure, else anything: whether it took the money is unknown.
   */
  chargeKept: (charge: Omit<Charge, 'object'>, token: string) => Promise<ChargedKept>;
  /**
   * Looks for such a charge whose answer was lost, with its name for it; null when it never heard of it.
   * Left out where `find` needs no such name.
   */
  findKept?: (charge: Omit<Charge, 'object'>, token: string) => Promise<ChargedKept | null>;
  /** Left out where no card is kept without a payment. */
  setup?: CardSetup;
  /** Forgets a means that was kept; left out where the provider has no way to ask for that. */
  forgetKept?: (token: string) => Promise<void>;
  /** The buyer's answer to the provider's question; false when nothing was asked any more. */
  confirm: (reference: string, approve: boolean) => Promise<boolean>;
  /** Gives up a charge; false when the money was taken already or is on its way. */
  cancel: (charge: Charge) => Promise<boolean>;
  /** What the provider knows of a charge; null when it never heard of it. */
  find: (charge: Charge) => Promise<ChargeReport | null>;
  /**
   * Gives money back to the same means of payment, once per key. Throws when it cannot, ProviderUnset
   * when it is not set who would.
   */
  refund: (charge: Charge, refund: { amount: number; key: string }) => Promise<void>;
  /** Proves a callback, without asking anybody. Refuses PAYMENT_SIGNATURE or CALLBACK_INVALID. */
  prove: (callback: Callback) => Promise<ProviderNotice>;
  /** The same of what the buyer's browser carried back, from providers that send something so. */
  proveCarried?: (notice: CarriedNotice) => Promise<ProviderNotice>;
  /**
   * What a proven notice means now, today's or one that was kept: where the order of arrival matters
   * the provider is asked how things stand. Refuses CALLBACK_INVALID.
   */
  understand: (notice: ProviderNotice) => Promise<ProviderSaid>;
};
