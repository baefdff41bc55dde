import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Role } from '#contract/shared/roles.ts';
import { loginAddress, safeNext } from '#web/platform/guards.ts';
import { hasRole, sessionUser, useSession } from '#web/platform/session.ts';

/**
 * The guards run before a page loads; this also holds while it stays open, when somebody logs out
 * in another tab, and for pages that load nothing.
 */
export function useGate(role?: Role): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const user = useSession();
  useEffect(() => {
    // The store, not the render: while hydrating nobody seems to be logged in.
    const now = sessionUser() ?? user;
    if (!now) void navigate(loginAddress({ pathname, search }), { replace: true });
    else if (role && !hasRole(now, role)) void navigate('/', { replace: true });
  }, [user, role, navigate, pathname, search]);
}

/** The same for log-in and sign-up: who is logged in, here or in another tab, goes on. */
export function useGuestGate(): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const user = useSession();
  useEffect(() => {
    if (!(sessionUser() ?? user)) return;
    void navigate(safeNext(new URLSearchParams(search).get('next')), { replace: true });
  }, [user, navigate, search]);
}
