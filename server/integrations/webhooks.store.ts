import type { EventType, WebhookState } from '#contract/integrations.ts';
import { mayAct } from '#server/accounts/index.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { seal, unseal } from '#server/platform/secrets.ts';
import { webhookComesFrom } from './webhooks.rules.ts';

const purpose = 'webhook secret';

/** Whose receivers: of an organizer, or (null) of the site, which administrators keep. */
export type Keeper = { ownerId: string | null };

const ownedBy = ({ ownerId }: Keeper) =>
  sql<boolean>`e.owner_id is not distinct from ${ownerId}::uuid`;

/** Lets one transaction at a time add for a keeper, so that the limit holds. */
export async function lockKeeper(tx: Db, what: string, { ownerId }: Keeper): Promise<void> {
  const key = `${what} of ${ownerId ?? 'the site'}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

export async function countWebhooks(db: Db, keeper: Keeper): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_endpoints as e')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ownedBy(keeper))
    .executeTakeFirstOrThrow();
  return count;
}

type NewWebhook = {
  url: string;
  description: string;
  types: EventType[];
  secret: string;
  by: string;
  at: string;
};

export async function insertWebhook(tx: Db, keeper: Keeper, given: NewWebhook): Promise<string> {
  const { url, description, types, secret, by, at } = given;
  const { id } = await tx
    .insertInto('webhook_endpoints')
    .values({
      ...{ owner_id: keeper.ownerId, url, description, types, created_by: by, created_at: at },
      secret: seal(secret, purpose),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type HeldWebhook = {
  id: string;
  ownerId: string | null;
  url: string;
  state: WebhookState;
  failingSince: string | null;
  restsUntil: string | null;
  /** May its owner act? Always, of the site's own. */
  isHeard: boolean;
};

/** A receiver, held to the end of the transaction; of a keeper, or of anybody. */
export async function lockWebhook(
  tx: Db,
  id: string,
  keeper?: Keeper,
): Promise<HeldWebhook | null> {
  const row = await tx
    .selectFrom('webhook_endpoints as e')
    .select([
      'e.id',
      'e.owner_id as ownerId',
      'e.url',
      'e.state',
      'e.failing_since',
      'e.rests_until',
    ])
    .select(
      sql<boolean>`(e.owner_id is null or exists (select 1 from users u
        where u.id = e.owner_id and ${mayAct('u')}))`.as('isHeard'),
    )
    .where('e.id', '=', id)
    .$if(keeper !== undefined, (query) => query.where(ownedBy(keeper as Keeper)))
    .forNoKeyUpdate('e')
    .executeTakeFirst();
  if (!row) return null;
  const { failing_since: failingSince, rests_until: restsUntil, state, ...rest } = row;
  return { ...rest, state: state as WebhookState, failingSince, restsUntil };
}

type Change = Partial<Pick<NewWebhook, 'url' | 'description' | 'types'>>;

export async function changeWebhook(tx: Db, id: string, change: Change): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute();
}

/** The one writer of a receiver's state. Refuses WEBHOOK_STATE when it cannot become this. */
export async function moveWebhook(tx: Db, id: string, to: WebhookState): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ state: to, failing_since: null, rests_until: null })
    .where('id', '=', id)
    .where('state', 'in', webhookComesFrom(to))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('WEBHOOK_STATE');
}

/** What the last try says of a receiver: since when nothing arrives, and until when it is left alone. */
export async function noteHealth(
  tx: Db,
  id: string,
  { failingSince, restsUntil }: { failingSince: string | null; restsUntil: string | null },
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: failingSince, rests_until: restsUntil })
    .where('id', '=', id)
    .execute();
}

/** A new secret; the one before signs too until `overlapUntil`. */
export async function rotateSecret(
  tx: Db,
  id: string,
  { secret, overlapUntil }: { secret: string; overlapUntil: string },
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({
      old_secret: sql`secret`,
      old_secret_until: overlapUntil,
      secret: seal(secret, purpose),
    })
    .where('id', '=', id)
    .execute();
}

/** The secrets that sign at this instant, the newest first; none that were sealed under another key. */
export async function secretsOf(db: Db, id: string, now: string): Promise<string[]> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(['secret', 'old_secret', 'old_secret_until'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return [];
  const isOverlap = row.old_secret_until !== null && row.old_secret_until > now;
  return [row.secret, isOverlap ? row.old_secret : null].flatMap((sealed) => opened(sealed));
}

function opened(sealed: Buffer | null): string[] {
  try {
    return sealed ? [unseal(sealed, purpose)] : [];
  } catch {
    return [];
  }
}

export async function deleteWebhook(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
}

/** The account of an owner was deleted: nobody is to hear of it any more. */
export async function deleteWebhooksOf(tx: Db, ownerId: string): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('owner_id', '=', ownerId).execute();
}

/** Who hears of this type: the site's receivers, and those of owners who may act. */
export function listReceivers(
  tx: Db,
  type: EventType,
  ownerIds: readonly string[],
): Promise<{ id: string; ownerId: string | null }[]> {
  return tx
    .selectFrom('webhook_endpoints as e')
    .leftJoin('users as u', 'u.id', 'e.owner_id')
    .select(['e.id', 'e.owner_id as ownerId'])
    .where('e.state', '=', 'on')
    .where(sql<boolean>`${type} = any(e.types)`)
    .where(
      sql<boolean>`(e.owner_id is null
        or (e.owner_id = any(${[...new Set(ownerIds)]}::uuid[]) and ${mayAct('u')}))`,
    )
    .orderBy('e.id')
    .execute();
}

/** May somebody want to hear of this type of a product? Mostly nobody does, and no more need be asked. */
export async function isHeard(tx: Db, type: EventType, productId: string): Promise<boolean> {
  return (await anyReceiver(tx, type, productId)).length > 0;
}

const anyReceiver = builtOnce((db: Db, type: EventType, productId: string) =>
  db
    .selectFrom('webhook_endpoints as e')
    .select('e.id')
    .where('e.state', '=', 'on')
    .where(sql<boolean>`${type} = any(e.types)`)
    .where(
      sql<boolean>`(e.owner_id is null or e.owner_id = (select c.owner_id
        from products p join channels c on c.id = p.channel_id where p.id = ${productId}))`,
    )
    .limit(1),
);
