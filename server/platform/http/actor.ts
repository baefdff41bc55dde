import type { Language } from '#contract/shared/languages.ts';
import type { Role } from '#contract/shared/roles.ts';
import type { KeyScope } from '#contract/shared/scopes.ts';

/** Who is asking, as the rules need it. Made by `accounts` from a bearer token. */
export type Actor = {
  id: string;
  email: string;
  name: string;
  surname: string;
  roles: Role[];
  language: Language;
  timezone: string;
  /** SHA-256 digest of the token in use, hex: names the log-in that a playback belongs to. */
  tokenDigest: string;
  /** Set when a program asks by a key of this person: it may do no more than its scopes say. */
  key?: { id: string; scopes: readonly KeyScope[] };
};

/** Answers the actor of a bearer token, or null when it is unknown, expired or stopped. */
export type Identify = (token: string) => Promise<Actor | null>;

/** Does an endpoint of this scope open to whoever asks? Who comes without a key is asked for roles alone. */
export const opensTo = (actor: Actor | null, scope: KeyScope | undefined): boolean =>
  !actor?.key || (scope !== undefined && actor.key.scopes.includes(scope));

/** Has this person the role? */
export const hasRole = (actor: Actor | null, role: Role): boolean =>
  actor?.roles.includes(role) ?? false;
export const isAdmin = (actor: Actor | null): boolean => hasRole(actor, 'ADMIN');
