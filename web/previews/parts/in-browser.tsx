import { type ReactNode, Suspense } from 'react';
import { useAlive } from '#web/ui/use-alive.ts';

type Props = { children: () => ReactNode; waiting?: ReactNode };

/** For samples that are fetched or measured: the server, on which nothing waits, leaves them out. */
export function InBrowser({ children, waiting = null }: Props) {
  return useAlive() ? <Suspense fallback={waiting}>{children()}</Suspense> : waiting;
}
