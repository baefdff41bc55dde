import type { Approval, ManagedUser, UsersQuery } from '#contract/accounts.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Role } from '#contract/shared/roles.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { avatarAddress } from './accounts.queries.ts';
import { possibleMoves } from './users.rules.ts';
import { stateOf } from './users.store.ts';

/** What a search asks, on whatever page. */
export type UsersSearch = Omit<UsersQuery, 'page' | 'size'>;

/** One page of the users that fit the search, and how many there are. */
export async function listManagedUsers(db: Db, query: UsersQuery) {
  const fitting = fittingUsers(db, query);
  const { total } = await fitting
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withEverything(fitting)
    .orderBy(orders[query.sort])
    .orderBy('users.id', 'desc')
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute();
  return { items: rows.map(asManaged), total, page: query.page, size: query.size };
}

/** The ids of all users that fit, in the order of the list, `most` at most. */
export async function managedUserIds(db: Db, query: UsersSearch, most: number): Promise<string[]> {
  const rows = await fittingUsers(db, query)
    .select('users.id')
    .orderBy(orders[query.sort])
    .orderBy('users.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** These users, in any order. */
export async function managedUsersByIds(db: Db, ids: string[]): Promise<ManagedUser[]> {
  const rows = await withEverything(
    db.selectFrom('users').where('users.id', '=', sql<string>`any(${ids}::uuid[])`),
  ).execute();
  return rows.map(asManaged);
}

export async function findManagedUser(db: Db, id: string): Promise<ManagedUser | null> {
  const row = await withEverything(
    db.selectFrom('users').where('users.id', '=', id),
  ).executeTakeFirst();
  return row ? asManaged(row) : null;
}

const orders: Record<UsersQuery['sort'], ReturnType<typeof sql>> = {
  '-createdAt': sql`users.created_at desc`,
  createdAt: sql`users.created_at`,
  email: sql`users.email`,
  '-email': sql`users.email desc`,
  name: sql`plain_text(users.surname || ' ' || users.name)`,
  '-name': sql`plain_text(users.surname || ' ' || users.name) desc`,
};

const states: Record<NonNullable<UsersQuery['state']>, ReturnType<typeof sql<boolean>>> = {
  active: sql<boolean>`users.blocked_at is null and users.deleted_at is null`,
  blocked: sql<boolean>`users.blocked_at is not null and users.deleted_at is null`,
  deleted: sql<boolean>`users.deleted_at is not null`,
  artist_requested: sql<boolean>`users.artist_requested_at is not null`,
};

const fittingUsers = (db: Db, { q, approval, role, state }: UsersSearch) =>
  db
    .selectFrom('users')
    .$if(Boolean(q), (query) => query.where(nameOrAddressHas(q ?? '')))
    .$if(approval !== undefined, (query) => query.where('approval', '=', approval as Approval))
    .$if(role !== undefined, (query) => query.where(sql<boolean>`${role} = any (roles)`))
    .$if(state !== undefined, (query) => query.where(states[state ?? 'active']));

/** Written like the index `users_search`, which it needs. */
const nameOrAddressHas = (q: string) =>
  sql<boolean>`plain_text(email::text || ' ' || name || ' ' || surname)
    like '%' || plain_text(${q.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`;

const withEverything = (query: ReturnType<typeof fittingUsers>) =>
  query
    .selectAll('users')
    .select(avatarAddress)
    .select((e) => [
      e
        .selectFrom('users as other')
        .select('other.email')
        .whereRef('other.id', '=', 'users.recommended_by')
        .as('recommender'),
      e
        .selectFrom('auth_tokens')
        .select((f) => f.fn.max('last_used_at').as('at'))
        .whereRef('auth_tokens.user_id', '=', 'users.id')
        .as('last_seen_at'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withEverything>['execute']>>[number];

function asManaged(row: Row): ManagedUser {
  const state = stateOf(row);
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    surname: row.surname,
    country: row.country,
    company: row.company,
    job: row.job,
    language: row.language as Language,
    timezone: row.timezone,
    roles: row.roles as Role[],
    signedUpAs: state.signedUpAs,
    approval: state.approval,
    emailConfirmed: state.confirmed,
    blocked: state.blocked,
    deleted: state.deleted,
    newsletter: row.newsletter,
    publicProfile: row.public_profile,
    avatar: row.avatar,
    description: row.description,
    artistRequestedAt: row.artist_requested_at,
    recommendedBy: row.recommender ?? '',
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    billing: {
      company: row.billing_company,
      nif: row.billing_nif,
      address: row.billing_address,
      city: row.billing_city,
      postalCode: row.billing_postal_code,
      country: row.billing_country,
      prefix: row.billing_prefix,
      phone: row.billing_phone,
    },
    can: possibleMoves(state),
  };
}
