import { useEffect } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { pageContext } from '#web/platform/load-context.ts';
import { sessionUser, useSession } from '#web/platform/session.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { NotFound } from '#web/ui/states.tsx';

/** Every address that nobody else knows. The status says so too, also to search engines. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  data({ strangersGoTo: context.get(pageContext).unknownPaths }, { status: 404 });

export const meta = pageMeta('ui', ({ t }) => ({ title: t('notFound.title'), noIndex: true }));

/** Whoever is logged in reads that there is nothing here; others are led on. */
export default function NotFoundPage() {
  const { strangersGoTo } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const user = useSession();
  useEffect(() => {
    // The store too: while hydrating nobody seems to be logged in.
    if (!(user ?? sessionUser())) void navigate(strangersGoTo, { replace: true });
  }, [user, navigate, strangersGoTo]);
  return <NotFound />;
}
