import type { OrderEvent, SoldOrder } from '#contract/sales.ts';

type Happened = Pick<
  SoldOrder,
  'state' | 'total' | 'createdAt' | 'paidAt' | 'payments' | 'refunds' | 'requests'
> &
  Pick<SoldOrder, 'disputes' | 'invoices'> & {
    closedAt: string | null;
    /** When the letter of the sale went, first and last. */
    writtenAt: string | null;
    writtenAgainAt: string | null;
  };

type What = OrderEvent['what'];
type More = Partial<Pick<OrderEvent, 'amount' | 'said'>>;

const event = (at: string | null, what: What, { amount = null, said = '' }: More = {}) =>
  at === null ? [] : [{ at, what, amount, said }];

const given = (states: readonly string[], state: string): boolean => states.includes(state);

const paymentEvents = ({ payments }: Happened): OrderEvent[] =>
  payments.flatMap(({ createdAt, state, amount, failure }) => [
    ...event(createdAt, 'tried', { amount }),
    ...(state === 'declined' ? event(createdAt, 'declined', { said: failure ?? '' }) : []),
  ]);

const refundEvents = ({ refunds }: Happened): OrderEvent[] =>
  refunds.flatMap(({ requestedAt, doneAt, returnedAt, writtenAt, amount, reason, titles }) => [
    ...event(requestedAt, 'refundBegun', { amount, said: reason }),
    ...(returnedAt
      ? event(returnedAt, 'returned', { amount })
      : event(doneAt, 'refunded', { amount })),
    ...event(writtenAt, 'refundLetter', { said: titles.join(', ') }),
  ]);

const requestEvents = ({ requests }: Happened): OrderEvent[] =>
  requests.flatMap(({ askedAt, decidedAt, state, reason, answer }) => [
    ...event(askedAt, 'asked', { said: reason }),
    ...(state === 'asked' ? [] : event(decidedAt, state, { said: answer })),
  ]);

const paperEvents = ({ invoices }: Happened): OrderEvent[] =>
  invoices.flatMap(({ issuedAt, kind, number, total }) =>
    event(issuedAt, kind === 'sale' ? 'invoice' : 'rectified', { amount: total, said: number }),
  );

/** What happened to an order, the oldest first; of one instant in the order in which it follows. */
export function historyOf(order: Happened): OrderEvent[] {
  const isClosed = given(['failed', 'expired', 'cancelled'], order.state);
  const events = [
    ...event(order.createdAt, 'ordered', { amount: order.total }),
    ...paymentEvents(order),
    ...event(order.paidAt, 'paid', { amount: order.total }),
    ...(isClosed ? event(order.closedAt, 'closed', { said: order.state }) : []),
    ...requestEvents(order),
    ...refundEvents(order),
    ...order.disputes.flatMap(({ openedAt, amount, reason }) =>
      event(openedAt, 'disputed', { amount, said: reason }),
    ),
    ...paperEvents(order),
    ...event(order.writtenAt, 'letter'),
    ...event(order.writtenAgainAt, 'letterAgain'),
  ];
  const ms = ({ at }: OrderEvent) => Date.parse(at);
  return events.toSorted((one, other) => ms(one) - ms(other));
}
