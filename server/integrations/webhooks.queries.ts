import type {
  Delivery,
  DeliveryDetail,
  DeliveryState,
  EventType,
  SentType,
  TryFault,
  Webhook,
  WebhookHealth,
  WebhookState,
} from '#contract/integrations.ts';
import { integrationLimits } from '#contract/integrations.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { messageName } from './message.rules.ts';
import { deliveryCan, webhookCan } from './webhooks.rules.ts';
import type { Keeper } from './webhooks.store.ts';

type Counts = Webhook['deliveries'];

const counts = sql<Counts>`(select jsonb_build_object(
    'delivered', count(*) filter (where d.state = 'delivered'),
    'failed', count(*) filter (where d.state = 'failed'),
    'waiting', count(*) filter (where d.state = 'waiting'))
  from webhook_deliveries d where d.endpoint_id = e.id)`;

const ownedBy = ({ ownerId }: Keeper) =>
  sql<boolean>`e.owner_id is not distinct from ${ownerId}::uuid`;

const webhooks = (db: Db, keeper: Keeper) =>
  db
    .selectFrom('webhook_endpoints as e')
    .select(['e.id', 'e.url', 'e.description', 'e.types', 'e.state', 'e.failing_since'])
    .select(['e.old_secret_until', 'e.created_at', counts.as('deliveries')])
    .where(ownedBy(keeper));

type Row = Awaited<ReturnType<ReturnType<typeof webhooks>['executeTakeFirstOrThrow']>>;

function webhookFrom(row: Row): Webhook {
  const state = row.state as WebhookState;
  const until = row.old_secret_until;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types as EventType[],
    state,
    failingSince: row.failing_since,
    oldSecretUntil: until && until > nowText() ? until : null,
    createdAt: row.created_at,
    deliveries: row.deliveries,
    can: webhookCan(state),
  };
}

/** The receivers of a keeper, newest first. */
export async function listWebhooks(keeper: Keeper) {
  const rows = await webhooks(db(), keeper).orderBy('e.id', 'desc').execute();
  const can = { create: rows.length < integrationLimits.webhooks };
  return { items: rows.map(webhookFrom), can };
}

/** One of them. Refuses 404. */
export async function getWebhook(db: Db, keeper: Keeper, id: string): Promise<Webhook> {
  return webhookFrom(
    orRefuse(await webhooks(db, keeper).where('e.id', '=', id).executeTakeFirst()),
  );
}

const deliveries = (db: Db, endpointId: string) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_messages as m', 'm.id', 'd.message_id')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .leftJoin('webhook_tries as t', (join) =>
      join.onRef('t.delivery_id', '=', 'd.id').onRef('t.number', '=', 'd.tries'),
    )
    .select(['d.id', 'd.message_id', 'd.state', 'd.tries', 'd.created_at', 'd.next_at'])
    .select(['m.type', 'm.body', 't.status', 't.fault', 'e.state as webhook'])
    .where('d.endpoint_id', '=', endpointId);

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['executeTakeFirstOrThrow']>>;

function deliveryFrom(row: DeliveryRow): Delivery {
  const state = row.state as DeliveryState;
  return {
    id: row.id,
    messageId: messageName(row.message_id),
    type: row.type as SentType,
    state,
    createdAt: row.created_at,
    tries: row.tries,
    status: row.status,
    fault: row.fault as TryFault | null,
    nextAt: row.next_at,
    can: deliveryCan(state, row.webhook as WebhookState),
  };
}

type LogQuery = Pick<PageQuery, 'page' | 'size'> & { state?: DeliveryState | undefined };

/** What was sent to a receiver, newest first. Refuses 404 for a receiver of another keeper. */
export async function listDeliveries(keeper: Keeper, id: string, { page, size, state }: LogQuery) {
  await getWebhook(db(), keeper, id);
  const { total } = await db()
    .selectFrom('webhook_deliveries as d')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('d.endpoint_id', '=', id)
    .$if(state !== undefined, (query) => query.where('d.state', '=', state as DeliveryState))
    .executeTakeFirstOrThrow();
  const rows = await deliveries(db(), id)
    .$if(state !== undefined, (query) => query.where('d.state', '=', state as DeliveryState))
    .orderBy('d.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: rows.map(deliveryFrom), total, page, size };
}

type Ids = { id: string; deliveryId: string };

/** One delivery with its body and its tries. Refuses 404. */
export async function getDelivery(
  db: Db,
  keeper: Keeper,
  { id, deliveryId }: Ids,
): Promise<DeliveryDetail> {
  await getWebhook(db, keeper, id);
  const row = orRefuse(await deliveries(db, id).where('d.id', '=', deliveryId).executeTakeFirst());
  const tries = await db
    .selectFrom('webhook_tries')
    .select(['number', 'at', 'status', 'fault', 'answer', 'took_ms as tookMs'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .execute();
  const history = tries.map((one) => ({ ...one, fault: one.fault as TryFault | null }));
  return { ...deliveryFrom(row), body: row.body, history };
}

/** The message of a delivery. Refuses 404. */
export async function findMessageOf(db: Db, { id, deliveryId }: Ids) {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select(['message_id as messageId', 'state'])
    .where('id', '=', deliveryId)
    .where('endpoint_id', '=', id)
    .executeTakeFirst();
  const { messageId, state } = orRefuse(row);
  return { messageId, state: state as DeliveryState };
}

/** How all receivers do, those first that nothing reaches. Their addresses are their owners' business. */
export async function listHealth({ page, size }: Pick<PageQuery, 'page' | 'size'>) {
  const { total } = await db()
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db()
    .selectFrom('webhook_endpoints as e')
    .leftJoin('users as u', 'u.id', 'e.owner_id')
    .select(['e.id', 'e.url', 'e.state', 'e.failing_since', 'u.email', counts.as('deliveries')])
    .orderBy(sql`e.failing_since is null, e.failing_since, e.state = 'on', e.id desc`)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const items: WebhookHealth[] = rows.map((row) => ({
    id: row.id,
    host: new URL(row.url).host,
    owner: row.email ?? '',
    state: row.state as WebhookState,
    failingSince: row.failing_since,
    deliveries: row.deliveries,
  }));
  return { items, total, page, size };
}
