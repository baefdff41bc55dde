import { data, isRouteErrorResponse, type LoaderFunctionArgs, Outlet } from 'react-router';
import { UnknownAddress } from '#web/pages/shared/unknown-address.tsx';
import { pageContext } from '#web/platform/load-context.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FaultScreen } from './fault-screen.tsx';
import { VisitorFrame } from './visitor-frame.tsx';

/** Where the setting PREVIEWS is off, its pages are addresses like any other that nobody knows. */
export const loader = ({ context }: LoaderFunctionArgs) => {
  const { previews, unknownPaths } = context.get(pageContext);
  if (!previews) throw data({ strangersGoTo: unknownPaths }, { status: 404 });
  return null;
};

/** Heads nothing but the refusal: each page has its own. */
export const meta = pageMeta('ui', ({ t }) => ({ title: t('notFound.title'), noIndex: true }));

/** The frame of what only whoever builds the product needs to see. */
export default function PreviewsShell() {
  return (
    <VisitorFrame>
      <Outlet />
    </VisitorFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404 || !error.data?.strangersGoTo) {
    return <FaultScreen error={error} />;
  }
  return (
    <VisitorFrame>
      <UnknownAddress strangersGoTo={error.data.strangersGoTo} />
    </VisitorFrame>
  );
}
