import { orderEvent, orderEvents, type SoldDispute, type SoldOrder } from '#contract/sold-order.ts';
import {
  type Did,
  disputeEvents,
  type HappenedLetter,
  type HappenedPayment,
  type HappenedRefund,
  type HappenedRequest,
  letterEvents,
  paymentEvents,
  refundEvents,
  requestEvents,
  type Told,
} from './order-events.rules.ts';

export type Happened = Pick<SoldOrder, 'state' | 'total' | 'createdAt' | 'paidAt' | 'invoices'> & {
  closedAt: string | null;
  closeReason: string;
  /** When the letter of the sale was written, first and last, which is known where no letter is any more. */
  writtenAt: string | null;
  writtenAgainAt: string | null;
  codes: string[];
  payments: HappenedPayment[];
  refunds: HappenedRefund[];
  requests: HappenedRequest[];
  disputes: SoldDispute[];
  letters: HappenedLetter[];
  /** Showings of it that were cancelled. */
  cancelled: { at: string; by: string; title: string }[];
  /** What other areas tell of it. */
  elsewhere: Told[];
};

const ended: readonly string[] = ['failed', 'expired', 'cancelled'];
/** As `close-order.ts` and its callers write it. */
const closers: Record<string, Did> = {
  'cancelled by the buyer': 'buyer',
  'replaced by a new order': 'buyer',
};

const closing = ({ state, closedAt, closeReason }: Happened): Told[] =>
  ended.includes(state)
    ? orderEvent(closedAt, ['closed', closers[closeReason] ?? 'site'], { said: state })
    : [];

/** What is free is the buyer's with the press of a button; all else is when the money is there. */
const paying = ({ paidAt, total, codes }: Happened): Told[] => [
  ...orderEvent(paidAt, ['paid', total === 0 ? 'buyer' : 'provider'], { amount: total }),
  ...codes.flatMap((code) => orderEvent(paidAt, ['code', 'buyer'], { said: code })),
];

const papers = ({ invoices }: Happened): Told[] =>
  invoices.flatMap(({ issuedAt, kind, number, total }) =>
    orderEvent(issuedAt, [kind === 'sale' ? 'invoice' : 'rectified', 'site'], {
      ...{ amount: total, said: number },
    }),
  );

/** The kinds of letter that say that an order is paid, and the one that says that money went back. */
const paidKinds: readonly string[] = ['order-paid', 'subscription-begun', 'subscription-renewed'];
const backKind = 'order-refunded';

/**
 * Letters of before tell of no order, and those of a deleted account are gone: then the rows say alone
 * that there was one, and when.
 */
function lostLetters({ letters, refunds, writtenAt, writtenAgainAt }: Happened): Told[] {
  const isKnown = (isMeant: (letter: HappenedLetter) => boolean) => letters.some(isMeant);
  const isPaid = ({ kind, askedBy }: HappenedLetter) => paidKinds.includes(kind) && !askedBy;
  const said = paidKinds[0] ?? '';
  return [
    ...(isKnown(isPaid) ? [] : orderEvent(writtenAt, ['letter', 'site'], { said })),
    ...(isKnown(({ askedBy }) => askedBy !== null)
      ? []
      : orderEvent(writtenAgainAt, ['letter', 'site'], { said })),
    ...(isKnown(({ kind }) => kind === backKind)
      ? []
      : refunds.flatMap((refund) =>
          orderEvent(refund.writtenAt, ['letter', 'site'], { said: backKind }),
        )),
  ];
}

/** What happened to an order, the oldest first; of one instant in the order in which it follows. */
export function historyOf(order: Happened): Told[] {
  const events = [
    ...orderEvent(order.createdAt, ['ordered', 'buyer'], { amount: order.total }),
    ...order.payments.flatMap(paymentEvents),
    ...paying(order),
    ...closing(order),
    ...order.cancelled.flatMap(({ at, by, title }) =>
      orderEvent(at, ['showCancelled', { person: by }], { said: title }),
    ),
    ...order.requests.flatMap(requestEvents),
    ...order.refunds.flatMap(refundEvents),
    ...order.disputes.flatMap(disputeEvents),
    ...papers(order),
    ...order.letters.flatMap(letterEvents),
    ...lostLetters(order),
    ...order.elsewhere,
  ];
  const ms = ({ at }: Told) => Date.parse(at);
  const place = ({ what }: Told) => orderEvents.indexOf(what);
  return events.toSorted((one, other) => ms(one) - ms(other) || place(one) - place(other));
}
