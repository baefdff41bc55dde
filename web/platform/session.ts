import { useSyncExternalStore } from 'react';
import type { Role } from '#contract/shared/roles.ts';
import { localStore } from '#web/platform/local-store.ts';

/** The session user exactly as it is kept in the browser; erased on log-out. */
export type SessionUser = {
  id: string;
  /** The e-mail. */
  user: string;
  authToken: string;
  roles: Role[];
  name: string;
  surname: string;
  newsletter: boolean;
  reminders: boolean;
  unfinishedLetters: boolean;
  country: string;
  language: string;
  timezone: string;
  avatar: string;
  description: string;
  youtube: string;
  twitter: string;
  facebook: string;
  instagram: string;
  linkedin: string;
  web: string;
  publicProfile: boolean;
  billingCompany: string;
  billingNif: string;
  billingAddress: string;
  billingCity: string;
  billingPostalCode: string;
  billingCountry: string;
  billingPrefix: string;
  billingPhone: string;
};

const store = localStore<SessionUser>('platea.session');
const nobody = () => null;

/** Who is logged in on this browser, or null. */
export const sessionUser = (): SessionUser | null => store.read();

/** Keeps the user that log-in answered, in every tab. */
export const signIn = (user: SessionUser): void => store.write(user);

/** Changes what is known of the user, after the account was saved. Keeps the token. */
export function refreshSession(changes: Partial<SessionUser>): void {
  const user = store.read();
  if (user) store.write({ ...user, ...changes });
}

/** Forgets the user in every tab. Revoking the token is the log-out endpoint's work. */
export const signOut = (): void => store.write(null);

/** The session as components see it: null on the server and while hydrating. */
export const useSession = (): SessionUser | null =>
  useSyncExternalStore(store.subscribe, store.read, nobody);

export const hasRole = (user: SessionUser | null, role: Role): boolean =>
  user?.roles.includes(role) ?? false;
