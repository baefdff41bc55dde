import { listStandingsOf } from '#server/channels/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { House, ShowStanding } from './first-steps.rules.ts';

/** What the list of first steps is computed from. Two statements, however large the house. */
export async function findHouse(db: Db, ownerId: string): Promise<House> {
  const [channels, shows] = await Promise.all([
    listStandingsOf(db, ownerId),
    listShowStandings(db, ownerId),
  ]);
  return { channels, shows };
}

async function listShowStandings(db: Db, ownerId: string): Promise<ShowStanding[]> {
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('encoder_checks as e', 'e.product_id', 'p.id')
    .select(['p.slug', 'p.status', 'p.image_id', 'c.slug as channel', 'e.healthy_at'])
    .select([
      sql<boolean>`exists (select from product_sessions s where s.product_id = p.id)`.as('dated'),
      sql<boolean>`exists (select from broadcasts b where b.product_id = p.id
        and b.started_at is not null)`.as('aired'),
      sql<boolean>`exists (select from tickets t where t.product_id = p.id
        and t.user_id <> c.owner_id)`.as('held'),
    ])
    .where('c.owner_id', '=', ownerId)
    .where('p.type', '=', 'broadcast')
    .where('p.is_rehearsal', '=', false)
    .orderBy('p.id')
    .execute();
  return rows.map(({ slug, channel, status, image_id, dated, aired, held, healthy_at }) => ({
    slug,
    channel,
    isPublished: status !== 'draft',
    hasPicture: image_id !== null,
    hasSession: dated,
    wasStreamed: aired || healthy_at !== null,
    tickets: held ? 1 : 0,
  }));
}

/** Has this organizer put the list away? */
export async function hasHiddenFirstSteps(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('first_steps_hidden')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
