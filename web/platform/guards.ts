import { redirect } from 'react-router';
import type { Role } from '#contract/shared/roles.ts';
import { api } from '#web/platform/api.ts';
import { hasRole, refreshSession, type SessionUser, sessionUser } from '#web/platform/session.ts';

type Visit = { request: Request };
type Place = { pathname: string; search: string };

/**
 * The address to return to after log-in. Only addresses of this site: a `next` that names another
 * host, also by `//host` or a backslash, is not followed.
 */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(next)) return '/';
  return next;
}

/**
 * Where somebody goes who is logged in now: to the page that they wanted; else to the desk where
 * their work is, else home.
 */
export function afterLogin(user: SessionUser | null, next: string | null): string {
  const wanted = safeNext(next);
  if (wanted !== '/') return wanted;
  if (hasRole(user, 'PRODUCER')) return '/account/globalview';
  return hasRole(user, 'ADMIN') ? '/manage/products' : '/';
}

export function loginAddress(from: Place): string {
  return `/login?next=${encodeURIComponent(from.pathname + from.search)}`;
}

/**
 * Where somebody must go instead of a page for members, or for a role; null when they may stay.
 * Roles are given while a browser stays logged in, so the server is asked before one is refused.
 */
export async function elsewhere(from: Place, role?: Role): Promise<string | null> {
  if (!sessionUser()) return loginAddress(from);
  if (!role || hasRole(sessionUser(), role)) return null;
  await refreshRoles();
  if (!sessionUser()) return loginAddress(from);
  return hasRole(sessionUser(), role) ? null : '/';
}

let asking: Promise<void> | null = null;

/** The guard and the frame ask at the same moment: one question answers both. */
function refreshRoles(): Promise<void> {
  asking ??= askForRoles().finally(() => {
    asking = null;
  });
  return asking;
}

async function askForRoles(): Promise<void> {
  const { accountsContract } = await import('#contract/accounts.ts');
  const account = await api(accountsContract.getMe).catch(() => null);
  if (account) refreshSession({ roles: account.roles });
}

const guard =
  (role?: Role) =>
  async ({ request }: Visit): Promise<void> => {
    const address = await elsewhere(new URL(request.url), role);
    if (address !== null) throw redirect(address);
  };

/** For log-in and sign-up: somebody already logged in has no business there. */
export async function requireGuest({ request }: Visit): Promise<void> {
  const user = sessionUser();
  if (user) throw redirect(afterLogin(user, new URL(request.url).searchParams.get('next')));
}

export const requireUser = guard();
export const requireProducer = guard('PRODUCER');
export const requireAdmin = guard('ADMIN');
