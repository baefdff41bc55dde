import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';

const never = () => () => undefined;

/**
 * A value of the address's query. These pages are kept on the server for everyone alike, without
 * their query; so it is null there and while hydrating, and comes right after.
 */
export function useAddressValue(name: string): string | null {
  const [params] = useSearchParams();
  return useSyncExternalStore(
    never,
    () => params.get(name),
    () => null,
  );
}
