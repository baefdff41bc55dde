import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { sessionUser, useSession } from '#web/platform/session.ts';
import { NotFound } from '#web/ui/states.tsx';

/** Whoever is logged in reads that there is nothing here; others are led on. */
export function UnknownAddress({ strangersGoTo }: { strangersGoTo: '/' | '/login' }) {
  const navigate = useNavigate();
  const user = useSession();
  useEffect(() => {
    // The store too: while hydrating nobody seems to be logged in.
    if (!(user ?? sessionUser())) void navigate(strangersGoTo, { replace: true });
  }, [user, navigate, strangersGoTo]);
  return <NotFound />;
}
