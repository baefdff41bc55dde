import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { cutSockets } from '#server/platform/live.ts';
import { LoggedOut, UserStopped } from './announcements.ts';
import { forgetToken, forgetUser } from './identify.ts';
import { dropToken, dropTokensOf } from './tokens.store.ts';

/** Ends one log-in of a user; false when it is not theirs or already over. */
export async function endLogIn(tx: Db, userId: string, digest: Buffer): Promise<boolean> {
  const ended = await dropToken(tx, userId, digest);
  if (ended) await tellEnded(tx, digest);
  return ended;
}

/** Ends every log-in of a user, but for the one kept. */
export async function endLogInsOf(tx: Db, userId: string, keep?: Buffer): Promise<void> {
  for (const digest of await dropTokensOf(tx, userId, keep)) await tellEnded(tx, digest);
}

/** The user is out: every log-in ends, every socket is cut, and others are told. */
export async function stopUser(
  tx: Db,
  { userId, by }: { userId: string; by: string },
): Promise<void> {
  await endLogInsOf(tx, userId);
  await announce(tx, UserStopped, { userId, by });
  afterCommit(tx, () => {
    forgetUser(userId);
    cutSockets(`user:${userId}`);
  });
}

async function tellEnded(tx: Db, digest: Buffer): Promise<void> {
  const tokenDigest = digest.toString('hex');
  await announce(tx, LoggedOut, { tokenDigest });
  afterCommit(tx, () => {
    forgetToken(tokenDigest);
    cutSockets(`token:${tokenDigest}`);
  });
}
