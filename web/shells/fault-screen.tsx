import { isRouteErrorResponse } from 'react-router';
import { toldBy } from '#web/platform/error-words.ts';
import { ErrorState, Forbidden, NotFound } from '#web/ui/states.tsx';
import { VisitorFrame } from './visitor-frame.tsx';

/** What stands in a shell when its page cannot be shown. */
export function FaultBody({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : toldBy(error).status;
  // The document is on its way to log-in; anything said now would only flash.
  if (status === 401) return null;
  if (status === 403) return <Forbidden />;
  if (status === 404) return <NotFound />;
  return <ErrorState error={error} page />;
}

/** When not even the shell can be shown. */
export function FaultScreen({ error }: { error: unknown }) {
  return (
    <VisitorFrame>
      <FaultBody error={error} />
    </VisitorFrame>
  );
}
