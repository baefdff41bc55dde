import type { RefundRequest } from '#contract/shared/refunds.ts';
import {
  type OrderEvent,
  orderEvent,
  type SoldDispute,
  type SoldLetter,
  type SoldPayment,
  type SoldRefund,
} from '#contract/sold-order.ts';

/** Who did something: one whose name nobody asks for, or a person. */
export type Did = OrderEvent['by'] | { person: string };

/** What an area tells of an order, before it is known who its persons are. */
export type Told = Omit<OrderEvent, 'by' | 'name'> & { by: Did };

type What = OrderEvent['what'];
/** A person, or the site where nobody did it. */
const byPerson = (person: string | null): Did => (person === null ? 'site' : { person });

/** `byItself`: charged while its buyer was not there. */
export type HappenedPayment = SoldPayment & { byItself: boolean };

export const paymentEvents = (payment: HappenedPayment): Told[] => {
  const { createdAt, settledAt, state, amount, failure, byItself } = payment;
  return [
    ...orderEvent(createdAt, ['tried', byItself ? 'site' : 'buyer'], { amount }),
    ...(state === 'declined'
      ? orderEvent(settledAt ?? createdAt, ['declined', 'provider'], { said: failure ?? '' })
      : []),
  ];
};

export type HappenedRefund = SoldRefund & {
  /** Who asked for it, who had it asked for anew, and who said that its money was returned in another way. */
  requestedBy: string | null;
  askedAnewBy: string | null;
  returnedBy: string | null;
  /** When it had been done that came back. */
  doneBeforeAt: string | null;
};

const beginners = {
  person: (refund: HappenedRefund) => byPerson(refund.requestedBy),
  rule: () => 'site',
  provider: () => 'provider',
  dispute: () => 'provider',
} as const satisfies Record<SoldRefund['origin'], (refund: HappenedRefund) => Did>;

/** Its money went by the bank, or in another way; twice, if it came back in between. */
const goneEvents = (refund: HappenedRefund): Told[] => {
  const { doneBeforeAt, doneAt, returnedAt, returnedBy, amount, titles } = refund;
  return [...new Set([doneBeforeAt, returnedAt, doneAt])].flatMap((at): Told[] =>
    at === returnedAt
      ? orderEvent(at, ['returned', byPerson(returnedBy)], { amount })
      : orderEvent(at, ['refunded', 'provider'], { amount, said: titles.join(', ') }),
  );
};

export const refundEvents = (refund: HappenedRefund): Told[] => {
  const { requestedAt, failedAt, bouncedAt, askedAnewAt, askedAnewBy, origin } = refund;
  const { amount, reason, titles } = refund;
  const what = { amount, said: titles.join(', ') };
  return [
    ...orderEvent(requestedAt, ['refundBegun', beginners[origin](refund)], {
      amount,
      said: reason,
    }),
    ...orderEvent(failedAt, ['refundFailed', 'provider'], what),
    ...orderEvent(askedAnewAt, ['refundAgain', byPerson(askedAnewBy)], what),
    ...orderEvent(bouncedAt, ['refundCameBack', 'provider'], what),
    ...goneEvents(refund),
  ];
};

export type HappenedRequest = RefundRequest & {
  recommendedAt: string | null;
  recommendedBy: string | null;
  decidedBy: string | null;
};

export const requestEvents = (request: HappenedRequest): Told[] => {
  const { askedAt, recommendedAt, recommendedBy, decidedAt, decidedBy, state } = request;
  return [
    ...orderEvent(askedAt, ['asked', 'buyer'], { said: request.reason }),
    ...orderEvent(recommendedAt, ['recommended', byPerson(recommendedBy)]),
    ...(state === 'asked'
      ? []
      : orderEvent(decidedAt, [state, byPerson(decidedBy)], { said: request.answer })),
  ];
};

const disputeEnds: Partial<Record<SoldDispute['state'], What>> = {
  won: 'disputeWon',
  lost: 'disputeLost',
  warning_closed: 'disputeClosed',
};

export const disputeEvents = (dispute: SoldDispute): Told[] => {
  const { openedAt, closedAt, amount, reason, state } = dispute;
  const end = disputeEnds[state];
  return [
    ...orderEvent(openedAt, ['disputed', 'provider'], { amount, said: reason }),
    ...(end ? orderEvent(closedAt, [end, 'provider'], { amount }) : []),
  ];
};

/** `askedBy`: the person who had it sent once more. */
export type HappenedLetter = Omit<SoldLetter, 'againBy'> & { askedBy: string | null };

const letterStates = {
  queued: 'letterWaits',
  sent: 'letter',
  kept: 'letterKept',
  failed: 'letterFailed',
} as const satisfies Record<SoldLetter['state'], What>;

export const letterEvents = (letter: HappenedLetter): Told[] => {
  const { kind: said, state, writtenAt, sentAt, triedAt, askedBy } = letter;
  const at = sentAt ?? (state === 'failed' ? (triedAt ?? writtenAt) : writtenAt);
  return [
    ...orderEvent(askedBy && writtenAt, ['letterAgain', byPerson(askedBy)], { said }),
    ...orderEvent(at, [letterStates[state], 'site'], { said }),
  ];
};
