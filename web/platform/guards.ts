import { redirect } from 'react-router';
import { hasRole, sessionUser } from '#web/platform/session.ts';

type Visit = { request: Request };

/**
 * The address to return to after log-in. Only addresses of this site: a `next` that names another
 * host, also by `//host` or a backslash, is not followed.
 */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(next)) return '/';
  return next;
}

export function loginAddress(from: { pathname: string; search: string }): string {
  return `/login?next=${encodeURIComponent(from.pathname + from.search)}`;
}

const toLogin = ({ request }: Visit) => redirect(loginAddress(new URL(request.url)));

/** For log-in and sign-up: somebody already logged in has no business there. */
export async function requireGuest({ request }: Visit): Promise<void> {
  if (sessionUser()) throw redirect(safeNext(new URL(request.url).searchParams.get('next')));
}

export async function requireUser(visit: Visit): Promise<void> {
  if (!sessionUser()) throw toLogin(visit);
}

export async function requireProducer(visit: Visit): Promise<void> {
  await requireUser(visit);
  if (!hasRole(sessionUser(), 'PRODUCER')) throw redirect('/');
}

export async function requireAdmin(visit: Visit): Promise<void> {
  await requireUser(visit);
  if (!hasRole(sessionUser(), 'ADMIN')) throw redirect('/');
}
