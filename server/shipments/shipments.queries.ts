import type {
  MyShipment,
  PostalAddress,
  Shipment,
  ShipmentItem,
  ShipmentMethod,
  ShipmentQuery,
  ShipmentState,
} from '#contract/shipments.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { canRestock, maySee, shipmentCan } from './shipments.rules.ts';

type ItemRow = Omit<ShipmentItem, 'can'> & { restocked: boolean };

const itemsOf = sql<ItemRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('lineId', i.line_id, 'title', p.title,
    'slug', p.slug, 'quantity', i.quantity, 'givenBack', i.given_back_at is not null,
    'restocked', i.restocked_at is not null) order by i.line_id), '[]')
  from shipment_items i join products p on p.id = i.product_id where i.shipment_id = s.id)`;

const shipments = (from: Db) =>
  from
    .selectFrom('shipments as s')
    .innerJoin('channels as c', 'c.id', 's.channel_id')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .select(['s.id', 's.order_id', 's.method', 's.state', 's.address', 's.country', 's.pickup'])
    .select(['s.carrier', 's.tracking_code', 's.tracking_url', 's.reason'])
    .select([
      's.created_at',
      's.sent_at',
      's.ended_at',
      's.buyer_id',
      'o.buyer',
      'o.language',
      'o.number',
    ])
    .select(['c.id as channel_id', 'c.slug', 'c.title', 'c.owner_id', itemsOf.as('items')]);

type Row = Awaited<ReturnType<ReturnType<typeof shipments>['executeTakeFirstOrThrow']>>;

function shipmentFrom(row: Row): Shipment {
  const state = row.state as ShipmentState;
  const method = row.method as ShipmentMethod;
  const address = row.address as PostalAddress | null;
  const buyer = row.buyer as { name: string; surname: string; email: string };
  return {
    id: row.id,
    orderId: row.order_id,
    orderNumber: row.number,
    channel: { id: row.channel_id, slug: row.slug, title: row.title },
    method,
    state,
    buyer: { name: `${buyer.name} ${buyer.surname}`.trim(), email: buyer.email },
    address,
    country: row.country,
    pickup: row.pickup,
    items: row.items.map(({ restocked, ...item }) => ({
      ...item,
      can: { restock: canRestock(state, { givenBack: item.givenBack, restocked }) },
    })),
    ...trackingOf(row),
    reason: row.reason,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    endedAt: row.ended_at,
    can: shipmentCan({ state, method, hasAddress: address !== null }),
  };
}

const trackingOf = (row: Pick<Row, 'carrier' | 'tracking_code' | 'tracking_url'>) => ({
  carrier: row.carrier,
  trackingCode: row.tracking_code,
  trackingUrl: row.tracking_url,
});

/** One within the actor's reach; 404 for all others. */
export async function getShipment(from: Db, actor: Actor, id: string): Promise<Shipment> {
  const row = orRefuse(await shipments(from).where('s.id', '=', id).executeTakeFirst());
  orRefuse(maySee(actor, { ownerId: row.owner_id }) || null);
  return shipmentFrom(row);
}

/** What a search asks, on whatever page. */
export type ShipmentSearch = Omit<ShipmentQuery, 'page' | 'size'>;

const reached = (actor: Actor, { state, method, channel, q }: ShipmentSearch) =>
  sql<boolean>`${actor.roles.includes('ADMIN') ? sql`true` : sql`c.owner_id = ${actor.id}`}
    ${state ? sql`and s.state = ${state}` : sql``}
    ${method ? sql`and s.method = ${method}` : sql``}
    ${channel ? sql`and c.slug = ${channel}` : sql``}
    ${q ? sql`and plain_text(${words}) like plain_text(${containing(q)})` : sql``}`;

/** What the search looks through: who, where, by what it is followed, and what is in it. */
const words = sql`concat_ws(' ', s.address->>'name', s.address->>'city', s.address->>'postalCode',
  s.tracking_code, o.buyer->>'name', o.buyer->>'surname', o.buyer->>'email', s.order_id, o.number,
  (select string_agg(p.title, ' ') from shipment_items i join products p on p.id = i.product_id
    where i.shipment_id = s.id))`;

/** What is to be sent comes first, the oldest before all; then what was, the newest first. */
const inTurn = sql`s.state <> 'to_send', case when s.state = 'to_send' then s.id end, s.id desc`;

/** The shipments that the actor can see, a page at a time. */
export async function listShipments(actor: Actor, { page, size, ...search }: ShipmentQuery) {
  const found = () => shipments(db()).where(reached(actor, search));
  const counted = found()
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const waiting = shipments(db())
    .where(reached(actor, {}))
    .where('s.state', '=', 'to_send')
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('toSend'))
    .executeTakeFirstOrThrow();
  const rows = await found()
    .orderBy(inTurn)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const [{ total }, { toSend }] = [await counted, await waiting];
  return { items: rows.map(shipmentFrom), total, page, size, toSend };
}

/** The ids of all that match, in the order of the list, `most` at most. */
export async function shipmentIds(actor: Actor, search: ShipmentSearch, most: number) {
  const rows = await shipments(db())
    .clearSelect()
    .select('s.id')
    .where(reached(actor, search))
    .orderBy(inTurn)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of these that the actor can see, in any order. */
export async function shipmentsByIds(actor: Actor, ids: readonly string[]): Promise<Shipment[]> {
  const rows = await shipments(db())
    .where('s.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where(reached(actor, {}))
    .execute();
  return rows.map(shipmentFrom);
}

/** How these orders are on their way to the actor; other people's are left out. */
export async function listMyShipments(actor: Actor, orderIds: readonly string[]) {
  const rows = await shipments(db())
    .where('s.order_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .where('s.buyer_id', '=', actor.id)
    .orderBy('s.id')
    .execute();
  const items = rows.map(
    (row): MyShipment => ({
      id: row.id,
      orderId: row.order_id,
      channel: { title: row.title, slug: row.slug },
      method: row.method as ShipmentMethod,
      state: row.state as ShipmentState,
      pickup: row.pickup,
      ...trackingOf(row),
      sentAt: row.sent_at,
      endedAt: row.ended_at,
    }),
  );
  return { items };
}

/** What the letter says of something that was sent. */
export async function findSent(from: Db, id: string) {
  const row = await shipments(from).where('s.id', '=', id).executeTakeFirstOrThrow();
  return {
    ...{ orderId: row.order_id, buyerId: row.buyer_id, channel: row.title },
    shipment: shipmentFrom(row),
  };
}
