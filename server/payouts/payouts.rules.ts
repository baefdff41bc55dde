import type { Temporal } from 'temporal-polyfill';
import type { ChannelState } from '#contract/channels.ts';
import type { PayoutBalance } from '#contract/my-payouts.ts';
import type { PayoutItem, PayoutRunState, PayoutState } from '#contract/payouts.ts';
import { type CurrencyCode, exponentOf } from '#contract/shared/currencies.ts';
import { faultOfIban, isInSepa } from '#contract/shared/iban.ts';
import { plainIban } from '#contract/shared/iban-text.ts';
import type { PayeeFault } from '#contract/shared/payees.ts';
import { sessionZone } from '#contract/shared/time.ts';

/** The whole life of a run. An approved one is dropped when money of it went back before the bank had it. */
const runMoves: Record<PayoutRunState, readonly PayoutRunState[]> = {
  collected: ['approved', 'dropped'],
  approved: ['exported', 'dropped'],
  exported: ['paid'],
  paid: [],
  dropped: [],
};

/** The whole life of one payment of it. */
const payoutMoves: Record<PayoutState, readonly PayoutState[]> = {
  open: ['held', 'dropped', 'paid'],
  held: [],
  dropped: [],
  paid: ['returned'],
  returned: [],
};

/** Can a run that is `from` become `to`? */
export const canMoveRun = (from: PayoutRunState, to: PayoutRunState): boolean =>
  runMoves[from].includes(to);

/** Payments leave a run, or come back, only while it is as it must be for that. */
const runDemanded: Partial<Record<PayoutState, PayoutRunState>> = {
  held: 'collected',
  dropped: 'dropped',
  paid: 'paid',
  returned: 'paid',
};

/** Can a payment become `to`, as it stands in its run? */
export const canMovePayout = (
  payout: { state: PayoutState; run: PayoutRunState },
  to: PayoutState,
): boolean => payoutMoves[payout.state].includes(to) && runDemanded[to] === payout.run;

/** The states from which a payment becomes this. */
export const payoutComesFrom = (to: PayoutState): PayoutState[] =>
  (Object.keys(payoutMoves) as PayoutState[]).filter((from) => payoutMoves[from].includes(to));

/** The first day of the month of an instant, as people in the house count days. */
export const monthOf = (now: Temporal.Instant): Temporal.PlainDate =>
  now.toZonedDateTimeISO(sessionZone).toPlainDate().with({ day: 1 });

/** What ended before this instant is due in that month. */
export const cutoffOf = (month: Temporal.PlainDate): Temporal.Instant =>
  month.toZonedDateTime(sessionZone).toInstant();

/** The day on which the bank is asked to pay: the next working day, as far as weeks know it. */
export function executionDay(now: Temporal.Instant): Temporal.PlainDate {
  let day = now.toZonedDateTimeISO(sessionZone).toPlainDate().add({ days: 1 });
  while (day.dayOfWeek > 5) day = day.add({ days: 1 });
  return day;
}

/** Less than one of the currency is not sent: it waits for more. */
export const minimumOf = (currency: CurrencyCode): number => 10 ** exponentOf(currency);

/** Whom a payment goes to. */
export type Payee = {
  name: string;
  taxId: string;
  address: string;
  postalCode: string;
  city: string;
  country: string;
  iban: string;
  /** Why they are to be paid nothing, be their account as good as it may; left out or null: they are. */
  stopped?: PayeeStop | null;
};

/**
 * A banned channel, or one of somebody who may not act here, is paid nothing until a person decides; so is
 * an account from which a payment came back, until it is another.
 */
export type PayeeStop = Extract<PayeeFault, 'channel_banned' | 'owner_stopped' | 'iban_returned'>;

type Stopping = { state: ChannelState; isOwnerStopped: boolean; isReturned: boolean };

/** The account holder is the business that issues the invoices. */
export const payeeFrom = (
  channel: { billing: Omit<Payee, 'iban' | 'stopped'>; iban: string } & Stopping,
): Payee => ({
  ...channel.billing,
  iban: channel.iban,
  stopped: stopOf(channel),
});

function stopOf({ state, isOwnerStopped, isReturned }: Stopping): PayeeStop | null {
  if (state === 'banned') return 'channel_banned';
  if (isOwnerStopped) return 'owner_stopped';
  return isReturned ? 'iban_returned' : null;
}

/** Is it whom a payment was made out to: the same account, name and address, and no less to be paid? */
export const isSamePayee = (before: Payee, now: Payee): boolean =>
  (Object.keys(now) as (keyof Payee)[]).every((key) => (before[key] ?? null) === now[key]);

/** Why nothing in this currency can be sent there; null when it can. */
export function faultOfPayee(payee: Payee, currency: CurrencyCode): PayeeFault | null {
  if (payee.stopped) return payee.stopped;
  if (payee.iban === '') return 'iban_missing';
  const fault = faultOfIban(payee.iban);
  if (fault) return `iban_${fault}`;
  if (currency === 'EUR' && !isInSepa(payee.iban)) return 'iban_outside_sepa';
  // Banks refuse addresses without town and country of their own.
  return payee.name && payee.city && payee.country ? null : 'address_missing';
}

type Standing = { state: PayoutState; run: PayoutRunState };

/**
 * Whom a line of a run goes to: as it was frozen with it, but while nobody has approved it, one to whom
 * nothing can be sent is looked at anew, for they may have put it right since.
 */
export const payeeOfLine = (
  line: Standing & { currency: CurrencyCode; frozen: Payee },
  now: Payee | undefined,
): Payee => {
  const isOpen = line.state === 'open' && line.run === 'collected';
  return isOpen && now && faultOfPayee(line.frozen, line.currency) ? now : line.frozen;
};

/** Can an administrator say that the account of a line is right, though a payment came back from it? */
export const canConfirm = ({ state, run }: Standing, isBack: boolean): boolean =>
  isBack && (state === 'returned' || (state === 'open' && run === 'collected'));

/** Can the organizer put this right, so that they are told of it? */
export const isForOrganizer = (fault: PayeeFault): boolean =>
  fault !== 'channel_banned' && fault !== 'owner_stopped';

/** `ES ···· 1332`: enough to know an account again. */
export function maskedIban(iban: string): string {
  const plain = plainIban(iban);
  return plain.length < 9 ? '' : `${plain.slice(0, 2)} ···· ${plain.slice(-4)}`;
}

const yearAndMonth = (day: string): string => day.slice(0, 7);

/** What a run is called: `PO-2026-12-3`. */
export const runReference = (run: { month: string; number: number }): string =>
  `PO-${yearAndMonth(run.month)}-${run.number}`;

/** What a payment is called at the bank and on its statement: `PO-2026-12-000007`. */
export const payoutReference = (payout: { month: string; number: number }): string =>
  `PO-${yearAndMonth(payout.month)}-${String(payout.number).padStart(6, '0')}`;

type Judged = { state: PayoutState; fault: PayeeFault | null };

/** Is there something to pay, and can all of it be sent? */
export const isPayable = (lines: readonly Judged[]): boolean => {
  const open = lines.filter(({ state }) => state === 'open');
  return open.length > 0 && open.every(({ fault }) => fault === null);
};

/** What can be done with a run now. */
export const runCan = (
  run: { state: PayoutRunState; accountMissing: boolean },
  lines: readonly Judged[],
) => ({
  approve: canMoveRun(run.state, 'approved') && isPayable(lines),
  drop: canMoveRun(run.state, 'dropped'),
  export: canMoveRun(run.state, 'exported') && !run.accountMissing,
  settle: canMoveRun(run.state, 'paid'),
});

/** What is due of a posting, and of one line in it, to its organizer. */
export type DuePosting = {
  orderId: string;
  posting: string;
  /** The line of the order; null for all of them. */
  partId: string | null;
  channelId: string;
  currency: CurrencyCode;
  organizer: number;
  tax: number;
  fee: number;
  bookedAt: string;
};
export type DuePayout = {
  channelId: string;
  currency: CurrencyCode;
  amount: number;
  items: DuePosting[];
};

/**
 * A payment for each channel and currency. What is below the minimum, or negative because more went
 * back than came in, waits for the next run.
 */
export const payoutsOf = (due: readonly DuePosting[]): DuePayout[] =>
  groupsOf(due).filter(isEnough);

/** What is due and in no payment: debts, and what is below the minimum. */
export const leftoversOf = (due: readonly DuePosting[]): DuePayout[] =>
  groupsOf(due).filter((group) => group.amount !== 0 && !isEnough(group));

const isEnough = ({ amount, currency }: DuePayout) => amount >= minimumOf(currency);

/** Why something is left over. */
export const whyLeft = (amount: number): 'debt' | 'minimum' => (amount < 0 ? 'debt' : 'minimum');

/** Why the next run pays nothing of what is owed, some of it being in payments already; null when it does. */
export function whyNothingNext(
  { due, open, underway }: { due: number; open: number; underway: number },
  currency: CurrencyCode,
): PayoutBalance['nothing'] {
  if (due >= minimumOf(currency)) return null;
  if (due < 0 || open < 0) return 'debt';
  if (due > 0) return 'minimum';
  if (open > 0) return 'later';
  return underway > 0 ? 'underway' : 'settled';
}

/** What is due by channel and currency. */
export function groupsOf(due: readonly DuePosting[]): DuePayout[] {
  const found = new Map<string, DuePayout>();
  for (const posting of due) {
    const { channelId, currency } = posting;
    const key = `${channelId} ${currency}`;
    const payout = found.get(key) ?? { channelId, currency, amount: 0, items: [] };
    payout.amount += posting.organizer + posting.tax;
    payout.items.push(posting);
    found.set(key, payout);
  }
  return [...found.values()];
}

/** What a list of postings sums to. */
export const amountsOf = (items: readonly { organizer: number; tax: number }[]) => ({
  organizer: items.reduce((sum, { organizer }) => sum + organizer, 0),
  tax: items.reduce((sum, { tax }) => sum + tax, 0),
});

/** What the rows of a statement come to: sold less given back less the fee is what is paid. */
export const sumsOf = (items: readonly Pick<PayoutItem, 'kind' | 'gross' | 'fee' | 'tax'>[]) => {
  const sum = (rows: typeof items, name: 'gross' | 'fee' | 'tax') =>
    rows.reduce((total, row) => total + row[name], 0);
  const back = items.filter(({ kind }) => kind === 'refund');
  const sold = items.filter(({ kind }) => kind !== 'refund');
  return {
    sold: sum(sold, 'gross'),
    back: sum(back, 'gross'),
    fee: sum(items, 'fee'),
    tax: sum(items, 'tax'),
  };
};
