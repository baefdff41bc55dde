import { type ReactNode, Suspense, useSyncExternalStore } from 'react';

const never = () => () => undefined;

type Props = { children: () => ReactNode; waiting?: ReactNode };

/** For samples that are fetched or measured: the server, on which nothing waits, leaves them out. */
export function InBrowser({ children, waiting = null }: Props) {
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isHere ? <Suspense fallback={waiting}>{children()}</Suspense> : waiting;
}
