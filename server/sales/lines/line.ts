import type { OrderLineKind } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { TicketRow } from '#server/tickets/index.ts';
import type { LinePrice } from '../orders.rules.ts';

/** What a line is and takes, whether it is planned or stored. */
export type LineFacts = {
  kind: OrderLineKind;
  productId: string | null;
  sessionId: string | null;
  quantity: number;
  /** What only this kind knows. */
  details: Record<string, unknown>;
  code: string | null;
  holdsSeat: boolean;
};

/** A line that is to be written; amounts in minor units, for all of its quantity. */
export type NewLine = LineFacts & LinePrice & { title: string; fee: number };

/** A line of an order. */
export type StoredLine = NewLine & {
  id: string;
  /** Which of the things chosen, from 0. */
  position: number;
  /** Of a part of a bundle: the line of the bundle. */
  bundleLineId: string | null;
  /** Start of the showing, ISO text. */
  startsAt: string | null;
};

/** What was chosen, as it can be had now. */
export type PlannedLine = {
  line: NewLine;
  /** What a bundle consists of: they carry its money once more, split. */
  parts: NewLine[];
  /** `channelId` null: the platform sells. */
  seller: { channelId: string | null; currency: CurrencyCode };
  /** It is nobody's to sell, and comes with what somebody does. */
  isBeside?: true;
  /** Tickets whose time is over, which the new ones replace. */
  expired: TicketRow[];
  /** As far as can be seen, somebody else has what it would hold. Who takes it asks the rows. */
  isFull: boolean;
  /** Of a thing: how many there are, beside what orders hold; null: nobody counts them. */
  free?: number | null;
  /** Of a subscription: how many products it opens today. */
  opens?: number;
};

/** Who asks, and what is known of them. */
export type Planning = {
  actor: Actor;
  /** In which papers and titles of the order are written. */
  language: Language;
  /** What was chosen before it in the same order. */
  planned: readonly PlannedLine[];
  /** The good tickets that the buyer has for these products. */
  ticketsFor(productIds: string[]): Promise<TicketRow[]>;
};

/** The order of a line that is secured or released. */
export type LineOrder = { id: string; buyerId: string; language: Language };

/**
 * Something that others want as well, so that one order at a time has it: a code, a stock, a seat. All
 * of an order are taken in one order (`holdings.ts`), so that two orders never wait for each other.
 */
export type Scarce = {
  what: 'code' | 'stock' | 'seat';
  /** By which those of a sort are put in order: code, product, session. */
  key: string;
  /** Takes it for the order until `until`; refuses when somebody else has it. */
  take(tx: Db, orderId: string, until: string): Promise<void>;
  /** The order is paid: what was taken for a time is taken for good. */
  keep(tx: Db, orderId: string): Promise<void>;
  /** Gives it back. */
  free(tx: Db, orderId: string): Promise<void>;
  /** It is not free because its money went back: somebody has to say that it is there again. */
  leftTheHouse?: true;
};

/**
 * What is chosen, whatever it costs, and by whatever term; what somebody gives has no other price than what
 * they chose.
 */
export type AtAnyPrice<Item> = Item extends { kind: 'donation' | 'support' }
  ? Item
  : Omit<Item, 'expectedTotal' | 'term'>;

/** What a kind of line does at each step of an order: one file for each kind. */
export type LineRules<Item> = {
  /** Everything that can be known before anything is written; refuses what cannot be bought. */
  plan(planning: Planning, item: AtAnyPrice<Item>): Promise<PlannedLine>;
  /** What it takes that others want: held by a pending order, given back by one that is given up. */
  holds(line: LineFacts): Scarce[];
  /** The order is paid: gives what was bought. Refuses when it cannot be had. */
  secure(tx: Db, order: LineOrder, line: StoredLine): Promise<void>;
  /** The money of the line went back whole: takes back what was bought. */
  release(tx: Db, order: LineOrder, line: StoredLine, reason: string): Promise<void>;
};

/** What is given without anything in return: outside the tax, and on no invoice. */
export const isGiven = ({ kind }: Pick<LineFacts, 'kind'>): boolean =>
  kind === 'donation' || kind === 'support';

/** Lines that are sold and taxed by themselves: all but bundles, whose parts are. */
export const isPriced = ({ kind }: Pick<LineFacts, 'kind'>): boolean => kind !== 'bundle';
