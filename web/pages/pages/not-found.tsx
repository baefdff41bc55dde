import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { UnknownAddress } from '#web/pages/shared/unknown-address.tsx';
import { pageContext } from '#web/platform/load-context.ts';
import { pageMeta } from '#web/ui/page-meta.ts';

/** Every address that nobody else knows. The status says so too, also to search engines. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  data({ strangersGoTo: context.get(pageContext).unknownPaths }, { status: 404 });

export const meta = pageMeta('ui', ({ t }) => ({ title: t('notFound.title'), noIndex: true }));

export default function NotFoundPage() {
  const { strangersGoTo } = useLoaderData<typeof loader>();
  return <UnknownAddress strangersGoTo={strangersGoTo} />;
}
