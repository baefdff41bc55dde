import { signMediaPath } from '#server/media/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { findForLogIn } from './recordings.queries.ts';

/** A large file on a slow line, and a night in between. */
const hours = 12;

/**
 * The address of a file of a recording for one log-in, for twelve hours: a browser saves it without
 * holding it in memory, and goes on where a line broke. It can send no token on the way, so the
 * address says whose it is: the first half of the digest of their log-in. Whoever logs out, is
 * stopped, or loses the product, has lost the address with it.
 */
export function signForDesk(tokenDigest: string, broadcastId: string, file: string): string {
  return signMediaPath({
    playbackId: viewOf(tokenDigest),
    resource: { kind: 'desk', id: broadcastId },
    expiresAt: now().add({ hours }),
    file,
  });
}

const halfOfDigest = 32;

const viewOf = (tokenDigest: string): string =>
  tokenDigest.slice(0, halfOfDigest).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The recording behind such an address, if its log-in may have it at this moment. */
export function findSigned(viewId: string, broadcastId: string) {
  const half = viewId.replaceAll('-', '');
  return findForLogIn(db(), broadcastId, {
    from: Buffer.from(half.padEnd(64, '0'), 'hex'),
    to: Buffer.from(half.padEnd(64, 'f'), 'hex'),
    now: nowText(),
  });
}
