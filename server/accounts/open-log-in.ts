import type { SessionUser } from '#contract/accounts.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { digestOf, newToken } from '#server/platform/secrets.ts';
import { findSessionUser } from './accounts.queries.ts';
import { tokenEnd } from './identify.ts';
import { keepToken } from './tokens.store.ts';

/** One more log-in of somebody who may have it; `device` is what they use. */
export async function openLogIn(tx: Db, userId: string, device: string): Promise<SessionUser> {
  const token = newToken();
  await keepToken(tx, {
    digest: digestOf(token),
    userId,
    createdAt: nowText(),
    expiresAt: tokenEnd(),
    device: device.slice(0, 300),
  });
  return { ...orRefuse(await findSessionUser(tx, userId)), authToken: token };
}
