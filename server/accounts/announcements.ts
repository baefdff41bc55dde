import { fact } from '#server/platform/facts.ts';

export const UserSignedUp = fact<{ userId: string }>('user signed up');
/** The e-mail is confirmed and, if the site demands it, an administrator has approved. */
export const UserActivated = fact<{ userId: string }>('user activated');
/** Blocked, disapproved or deleted: every token of this user is gone. */
export const UserStopped = fact<{ userId: string }>('user stopped');
/** One log-in ended; the digest is hex, as in `Actor.tokenDigest`. */
export const LoggedOut = fact<{ tokenDigest: string }>('logged out');
export const ArtistRequested = fact<{ userId: string }>('artist requested');
