import { fact } from '#server/platform/facts.ts';

/** Blocked, disapproved or deleted by an administrator: every token of this user is gone. */
export const UserStopped = fact<{ userId: string; by: string }>('user stopped');
/** Deleted: whoever keeps something personal of this user, or of the address, erases it now. */
export const UserErased = fact<{ userId: string; address: string }>('user erased');
/** One log-in ended; the digest is hex, as in `Actor.tokenDigest`. */
export const LoggedOut = fact<{ tokenDigest: string }>('logged out');
export const ArtistRequested = fact<{ userId: string }>('artist requested');
