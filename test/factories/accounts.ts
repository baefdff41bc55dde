import type { Role } from '#contract/shared/roles.ts';
import { db } from '#server/platform/database/index.ts';
import { digestOf, newToken } from '#server/platform/secrets.ts';

export type Someone = { id: string; email: string; token: string; password: string };

/** The password of everyone in the cast, and its digest made once (argon2 costs time). */
export const castPassword = 'Curtain-up-1!';
let digest: Promise<string> | null = null;

/** A person with a confirmed address, approved and logged in. */
export async function aUser(
  given: { roles?: Role[]; email?: string; language?: 'en' | 'es' | 'pt' } = {},
): Promise<Someone> {
  digest ??= import('#server/accounts/index.ts').then(({ digestPassword }) =>
    digestPassword(castPassword),
  );
  const email = given.email ?? `person-${crypto.randomUUID().slice(0, 12)}@example.test`;
  const { id } = await db()
    .insertInto('users')
    .values({
      email,
      password_digest: await digest,
      roles: given.roles ?? ['USER'],
      signed_up_as: given.roles?.includes('PRODUCER') ? 'organizer' : 'attendee',
      approval: 'approved',
      email_confirmed_at: '2026-01-01T00:00:00Z',
      terms_accepted_at: '2026-01-01T00:00:00Z',
      name: 'Ana',
      surname: 'Prats',
      language: given.language ?? 'en',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, email, token: await aLogIn(id), password: castPassword };
}

/** One more log-in of a person: its token. */
export async function aLogIn(userId: string): Promise<string> {
  const token = newToken();
  await db()
    .insertInto('auth_tokens')
    .values({
      digest: digestOf(token),
      user_id: userId,
      created_at: '2026-01-01T00:00:00Z',
      last_used_at: '2026-01-01T00:00:00Z',
      expires_at: '2099-01-01T00:00:00Z',
    })
    .execute();
  return token;
}

export const aViewer = () => aUser();
export const anOrganizer = () => aUser({ roles: ['USER', 'PRODUCER'] });
export const anAdmin = () => aUser({ roles: ['USER', 'ADMIN'] });
