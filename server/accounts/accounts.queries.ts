import type { Account, LogIn, SessionUser } from '#contract/accounts.ts';
import type { Picture } from '#contract/media.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Role } from '#contract/shared/roles.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { listTokensOf } from './tokens.store.ts';
import { canRequestArtist } from './users.rules.ts';
import { stateOf } from './users.store.ts';

/** One's own account; null when it is gone. */
export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const row = await accountRow(db, id);
  return row
    ? {
        ...sessionFields(row),
        company: row.company,
        job: row.job,
        avatarId: row.avatar_id,
        avatarPicture: row.avatar_picture,
        artistRequestedAt: row.artist_requested_at,
        createdAt: row.created_at,
        can: { requestArtist: canRequestArtist(stateOf(row)) },
      }
    : null;
}

/** What the browser keeps of who is logged in, without the token. */
export async function findSessionUser(
  db: Db,
  id: string,
): Promise<Omit<SessionUser, 'authToken'> | null> {
  const row = await accountRow(db, id);
  return row ? sessionFields(row) : null;
}

/** A person's log-ins, the last used first. */
export async function listLogIns(db: Db, actor: Actor): Promise<LogIn[]> {
  const tokens = await listTokensOf(db, actor.id, nowText());
  return tokens.map(({ digest, ...rest }) => {
    const id = digest.toString('hex');
    return { id, ...rest, current: id === actor.tokenDigest };
  });
}

const accountRow = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .selectAll('users')
    .select([avatarAddress, avatarPicture])
    .where('id', '=', id)
    .executeTakeFirst();

/** The smallest file of a user's picture, or ''. `media` names files so for everyone who shows them. */
export const avatarAddress = sql<string>`coalesce((
  select '/images/' || images.id || '/' || images.widths[1] || '.webp'
  from images where images.id = users.avatar_id), '')`.as('avatar');

const avatarPicture = sql<Picture | null>`(
  select jsonb_build_object('id', images.id, 'width', images.width, 'height', images.height,
    'widths', images.widths, 'placeholder', images.placeholder)
  from images where images.id = users.avatar_id)`.as('avatar_picture');

type Row = NonNullable<Awaited<ReturnType<typeof accountRow>>>;

const sessionFields = (row: Row): Omit<SessionUser, 'authToken'> => ({
  id: row.id,
  user: row.email,
  roles: row.roles as Role[],
  name: row.name,
  surname: row.surname,
  newsletter: row.newsletter,
  reminders: row.reminders,
  unfinishedLetters: row.unfinished_letters_at !== null,
  country: row.country,
  language: row.language as Language,
  timezone: row.timezone,
  avatar: row.avatar,
  description: row.description,
  youtube: row.youtube,
  twitter: row.twitter,
  facebook: row.facebook,
  instagram: row.instagram,
  linkedin: row.linkedin,
  web: row.web,
  publicProfile: row.public_profile,
  billingCompany: row.billing_company,
  billingNif: row.billing_nif,
  billingAddress: row.billing_address,
  billingCity: row.billing_city,
  billingPostalCode: row.billing_postal_code,
  billingCountry: row.billing_country,
  billingPrefix: row.billing_prefix,
  billingPhone: row.billing_phone,
});
