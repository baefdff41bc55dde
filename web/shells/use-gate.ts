import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Role } from '#contract/shared/roles.ts';
import { afterLogin, elsewhere } from '#web/platform/guards.ts';
import { sessionUser, useSession } from '#web/platform/session.ts';

/**
 * The guards run before a page loads; this also holds while it stays open, when somebody logs out
 * in another tab, and for pages that load nothing.
 */
export function useGate(role?: Role): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const user = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the user changes
  useEffect(() => {
    let left = false;
    void elsewhere({ pathname, search }, role).then((address) => {
      if (address !== null && !left) void navigate(address, { replace: true });
    });
    return () => {
      left = true;
    };
  }, [user, role, navigate, pathname, search]);
}

/** The same for log-in and sign-up: who is logged in, here or in another tab, goes on. */
export function useGuestGate(): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const user = useSession();
  useEffect(() => {
    const known = sessionUser() ?? user;
    if (!known) return;
    void navigate(afterLogin(known, new URLSearchParams(search).get('next')), { replace: true });
  }, [user, navigate, search]);
}
