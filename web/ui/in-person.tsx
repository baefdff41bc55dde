import { type ReactNode, useEffect, useState } from 'react';
import { PageBody } from './page-body.tsx';
import { PageSkeleton } from './skeletons.tsx';
import { ErrorState, NotFound } from './states.tsx';

type Props<Answer> = {
  /** Asks in the viewer's name; null when there is nothing to ask with. */
  ask: (() => Promise<Answer>) | null;
  /** Changes when something else is to be asked. */
  about: string;
  children: (answer: Answer) => ReactNode;
};
type Asked<Answer> = { about: string } & ({ answer: Answer } | { error: unknown });

/**
 * A page that strangers cannot see, and that the server therefore did not render: asked for again
 * in the viewer's name, who may own it or bring what opens it.
 */
export function InPerson<Answer>({ ask, about, children }: Props<Answer>) {
  const [asked, setAsked] = useState<Asked<Answer> | null>(null);
  const asks = ask !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` stands for the question
  useEffect(() => {
    if (!ask) return;
    let current = true;
    ask().then(
      (answer) => current && setAsked({ about, answer }),
      (error: unknown) => current && setAsked({ about, error }),
    );
    return () => {
      current = false;
    };
  }, [asks, about]);
  if (!asks) return <NotFound />;
  if (asked?.about !== about) {
    return (
      <PageBody>
        <PageSkeleton />
      </PageBody>
    );
  }
  if ('answer' in asked) return children(asked.answer);
  const isNotFound = (asked.error as { status?: number }).status === 404;
  return isNotFound ? <NotFound /> : <ErrorState error={asked.error} page />;
}
