import type { OrderState } from '#contract/orders.ts';
import type { Sale } from '#contract/sales.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { SoldLetter, SoldOrder } from '#contract/sold-order.ts';
import { giftsOfOrder } from '#server/gifts/index.ts';
import { type LetterAbout, lettersAbout } from '#server/notices/index.ts';
import { invoiceBriefs, invoicesOf } from '#server/payments/index.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import { shipmentOfOrder } from '#server/shipments/index.ts';
import { endedTicketsOf } from '#server/tickets/index.ts';
import { doersOf } from './order-doers.ts';
import type { Told } from './order-events.rules.ts';
import { historyOf } from './order-history.rules.ts';
import { tracesAbove } from './order-traces.ts';
import type { Buyer } from './orders.store.ts';
import { type Reading, salesOfOrder } from './sales.queries.ts';
import { paymentsOf, refundsOf, troubleOf } from './sold-parts.queries.ts';

/** The order itself: of one's own channels, for administrators of anybody's; else there is none. */
const findHead = (actor: Actor, id: string) =>
  db()
    .selectFrom('orders as o')
    .leftJoin('channels as c', 'c.id', 'o.channel_id')
    .select(['o.id', 'o.number', 'o.state', 'o.currency', 'o.total', 'o.buyer'])
    .select(['o.created_at', 'o.paid_at', 'o.closed_at', 'o.acknowledged_at'])
    .select(['o.letter_resent_at', 'o.close_reason', 'c.owner_id'])
    .select(['c.id as channel_id', 'c.slug', 'c.title', invoicesOf('o.id').as('invoices')])
    .where('o.id', '=', id)
    .$if(!isAdmin(actor), (query) => query.where('c.owner_id', '=', actor.id))
    .executeTakeFirst();

/** One order whole with its history, for whoever sold it. A query for each part of it. */
export async function getSale(reading: Reading, id: string): Promise<SoldOrder> {
  const { actor } = reading;
  const head = orRefuse(await findHead(actor, id));
  const { sales, sums } = await salesOfOrder(reading, id);
  const [payments, refunds] = [await paymentsOf(id), await refundsOf(id)];
  const { cancelled, ...trouble } = await troubleOf(id);
  const letters = await lettersAbout(db(), id);
  const { name, surname, email, country, billing } = head.buyer as Buyer;
  const order = {
    id: head.id,
    number: head.number,
    state: head.state as OrderState,
    channel: channelOf(head),
    currency: head.currency as CurrencyCode,
    total: head.total,
    createdAt: head.created_at,
    paidAt: head.paid_at,
    buyer: { ...{ name, surname, email }, country: sales[0]?.customer.country ?? country },
    billing,
    lines: sales,
    ...{ sums, payments, refunds, ...trouble },
    invoices: invoiceBriefs(head.invoices),
    ...whatCanBeDone(sales, actor),
  };
  const told = historyOf({
    ...order,
    ...{ closedAt: head.closed_at, closeReason: head.close_reason },
    ...{ writtenAt: head.acknowledged_at, writtenAgainAt: head.letter_resent_at },
    codes: [...new Set(sales.flatMap(({ code }) => code ?? []))],
    ...{ letters, cancelled, elsewhere: await toldElsewhere(actor, id) },
  });
  const askers = letters.flatMap(({ askedBy }) => askedBy ?? []);
  const who = await doersOf(db(), { actor, ownerId: head.owner_id }, told, askers);
  return {
    ...order,
    letters: letters.map((letter) => letterFrom(letter, actor, who)),
    history: told.map(({ by, ...one }) => ({ ...one, ...who(by) })),
  };
}

/** What the areas below and above know of it. */
async function toldElsewhere(actor: Actor, id: string): Promise<Told[]> {
  return [
    ...(await giftsOfOrder(db(), id)),
    ...(await shipmentOfOrder(db(), id)),
    ...(await endedTicketsOf(db(), id)),
    ...(await tracesAbove(db(), { id, isAdmin: isAdmin(actor) })),
  ];
}

/** Letters to whom a gift is for: their address was given to the site, and not to the seller. */
const giftKinds: readonly string[] = ['gift-arrived', 'gift-reminder'];

function letterFrom(
  { recipient, askedBy, ...letter }: LetterAbout,
  actor: Actor,
  who: Awaited<ReturnType<typeof doersOf>>,
): SoldLetter {
  const isPrivate = !isAdmin(actor) && giftKinds.includes(letter.kind);
  return {
    ...letter,
    recipient: isPrivate ? null : recipient,
    againBy: askedBy === null ? null : who({ person: askedBy }),
  };
}

/** Whoever gives money back chooses of which line: any of which some can go back opens the question. */
function whatCanBeDone(sales: Sale[], actor: Actor): Pick<SoldOrder, 'can' | 'beginsWith'> {
  const may = (deed: keyof Sale['can']) => sales.some(({ can }) => can[deed]);
  const can = {
    refund: may('refund'),
    refundPart: may('refundPart'),
    invoice: may('invoice'),
    recommend: may('recommend'),
    refuse: may('refuse'),
    settleRefund: may('settleRefund'),
    resend: may('resend'),
    decideCharge: may('decideCharge'),
    readLetters: isAdmin(actor),
  };
  const first = sales.find((one) => one.can.refund) ?? sales[0];
  return { can, beginsWith: first?.lineId ?? null };
}

type Head = NonNullable<Awaited<ReturnType<typeof findHead>>>;

const channelOf = ({ channel_id: id, slug, title }: Head): SoldOrder['channel'] =>
  id === null ? null : { id, slug: slug ?? '', title: title ?? '' };
