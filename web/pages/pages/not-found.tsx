import { data } from 'react-router';
import { pageMeta } from '#web/ui/page-meta.ts';
import { NotFound } from '#web/ui/states.tsx';

/** Every address that nobody else knows. The status says so too, also to search engines. */
export const loader = () => data(null, { status: 404 });

export const meta = pageMeta('ui', ({ t }) => ({ title: t('notFound.title'), noIndex: true }));

export default function NotFoundPage() {
  return <NotFound />;
}
