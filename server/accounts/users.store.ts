import type { Selectable, Updateable } from 'kysely';
import type { AccountChange, Approval } from '#contract/accounts.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Role } from '#contract/shared/roles.ts';
import { brokeUnique, type DB, type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { mayAct } from './may-act.queries.ts';
import type { UserState } from './users.rules.ts';

type Columns = DB['users'];
type Row = Selectable<Columns>;

/** A user as actions load it. */
export type User = UserState & {
  id: string;
  email: string;
  name: string;
  language: Language;
  passwordDigest: string;
};

const asUser = (row: Row): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  language: row.language as Language,
  passwordDigest: row.password_digest,
  ...stateOf(row),
});

type StateColumns =
  | 'approval'
  | 'email_confirmed_at'
  | 'blocked_at'
  | 'deleted_at'
  | 'roles'
  | 'signed_up_as'
  | 'artist_requested_at';

/** What the rules need to know, from a row. */
export const stateOf = (row: Pick<Row, StateColumns>): UserState => ({
  approval: row.approval as Approval,
  confirmed: row.email_confirmed_at !== null,
  blocked: row.blocked_at !== null,
  deleted: row.deleted_at !== null,
  roles: row.roles as Role[],
  signedUpAs: row.signed_up_as as UserState['signedUpAs'],
  artistRequested: row.artist_requested_at !== null,
});

export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  return row ? asUser(row) : null;
}

/** A user with the row held until the transaction ends, so that no other move comes between. */
export async function lockUser(tx: Db, id: string): Promise<User | null> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? asUser(row) : null;
}

/** A user whom nobody may change until the transaction ends; others may read and log in. */
export async function holdUser(tx: Db, id: string): Promise<User | null> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row ? asUser(row) : null;
}

/**
 * Holds everyone who runs the site, in one order, and answers how many can log in: two
 * administrators who stop each other at once must not both succeed.
 */
export async function lockActiveAdmins(tx: Db): Promise<number> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`'ADMIN' = any (roles)`)
    .where(mayAct('users'))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.length;
}

export type NewUser = {
  email: string;
  passwordDigest: string;
  roles: Role[];
  signedUpAs: 'attendee' | 'organizer';
  approval: Approval;
  confirmedAt: string | null;
  termsAcceptedAt: string;
  name?: string;
  surname?: string;
  country?: string;
  language?: Language;
  newsletter?: boolean;
};

/** Keeps a new user and answers the id. Refuses with EMAIL_TAKEN. */
export async function keepUser(tx: Db, user: NewUser): Promise<string> {
  try {
    const { id } = await tx
      .insertInto('users')
      .values({
        email: user.email,
        password_digest: user.passwordDigest,
        roles: user.roles,
        signed_up_as: user.signedUpAs,
        approval: user.approval,
        email_confirmed_at: user.confirmedAt,
        terms_accepted_at: user.termsAcceptedAt,
        created_at: user.termsAcceptedAt,
        name: user.name,
        surname: user.surname,
        country: user.country,
        language: user.language,
        newsletter: user.newsletter,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (brokeUnique(error, 'users_email_key')) refuse('EMAIL_TAKEN');
    throw error;
  }
}

/** Writes the confirmation of the address, once, with what follows from it. */
export const writeConfirmed = (
  tx: Db,
  id: string,
  to: { at: string; approval: Approval; roles: Role[] },
): Promise<void> =>
  move(tx, id, {
    set: { email_confirmed_at: to.at, approval: to.approval, roles: to.roles },
    from: sql<boolean>`email_confirmed_at is null`,
  });

export const writeApproval = (
  tx: Db,
  id: string,
  to: { from: Approval; approval: Approval; roles: Role[] },
): Promise<void> =>
  move(tx, id, {
    set: { approval: to.approval, roles: to.roles },
    from: sql<boolean>`approval = ${to.from}`,
  });

export const writeBlocked = (tx: Db, id: string, at: string | null): Promise<void> =>
  move(tx, id, {
    set: { blocked_at: at },
    from: at ? sql<boolean>`blocked_at is null` : sql<boolean>`blocked_at is not null`,
  });

export const writeArtistRequest = (tx: Db, id: string, at: string): Promise<void> =>
  move(tx, id, {
    set: { artist_requested_at: at },
    from: sql<boolean>`artist_requested_at is null`,
  });

/** Answers the request to become an artist: the roles afterwards. */
export const writeArtistAnswer = (tx: Db, id: string, roles: Role[]): Promise<void> =>
  move(tx, id, {
    set: { artist_requested_at: null, roles },
    from: sql<boolean>`artist_requested_at is not null`,
  });

/** A user whom the installation's settings name as administrator; lets them in again. */
export const writeAdministrator = (
  tx: Db,
  id: string,
  to: { at: string; roles: Role[] },
): Promise<void> =>
  move(tx, id, {
    set: {
      roles: to.roles,
      approval: 'approved',
      blocked_at: null,
      email_confirmed_at: sql<string>`coalesce(email_confirmed_at, ${to.at}::timestamptz)` as never,
    },
    from: sql<boolean>`deleted_at is null`,
  });

const emptied = {
  name: '',
  surname: '',
  country: '',
  company: '',
  job: '',
  timezone: '',
  newsletter: false,
  reminders: false,
  unfinished_letters_at: null,
  public_profile: false,
  avatar_id: null,
  description: '',
  youtube: '',
  twitter: '',
  facebook: '',
  instagram: '',
  linkedin: '',
  web: '',
  billing_company: '',
  billing_nif: '',
  billing_address: '',
  billing_city: '',
  billing_postal_code: '',
  billing_country: '',
  billing_prefix: '',
  billing_phone: '',
  password_digest: '',
  roles: ['USER'],
  artist_requested_at: null,
  recommended_by: null,
} satisfies Updateable<Columns>;

/** Deletes softly: everything personal goes, the row stays for the orders that name it. */
export async function eraseUser(tx: Db, id: string, at: string): Promise<void> {
  await move(tx, id, {
    set: { ...emptied, email: `deleted-${id}@deleted.invalid`, deleted_at: at },
    from: sql<boolean>`deleted_at is null`,
  });
  await tx.deleteFrom('account_links').where('user_id', '=', id).execute();
}

export async function writeDigest(tx: Db, id: string, digest: string): Promise<void> {
  await tx.updateTable('users').set({ password_digest: digest }).where('id', '=', id).execute();
}

/** Of letters about unfinished checkouts it is kept since when they are wanted: `at`, ISO text. */
export type AccountWrite = Omit<AccountChange, 'unfinishedLetters'> & {
  unfinishedLettersAt?: string | null;
};

/** Writes the fields that are given; the others stay. */
export async function writeAccount(tx: Db, id: string, change: AccountWrite): Promise<void> {
  const entries = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [columnOf(name), value]);
  if (entries.length === 0) return;
  await tx
    .updateTable('users')
    .set(Object.fromEntries(entries) as Updateable<Columns>)
    .where('id', '=', id)
    .execute();
}

/** 'billingPostalCode' → 'billing_postal_code'; the contract names only columns that exist. */
const columnOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Move = { set: Updateable<Columns>; from: ReturnType<typeof sql<boolean>> };

/** The one way a user's state is written: only from the state that the action saw. */
async function move(tx: Db, id: string, { set, from }: Move): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(set)
    .where('id', '=', id)
    .where(from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`user ${id} was not in the expected state`);
}

/** Did this user upload the picture? (`media` stands above accounts, so its door is out of reach.) */
export async function ownsImage(db: Db, userId: string, imageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', imageId)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
