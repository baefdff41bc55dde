import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '#web/platform/session.ts';

let known: { user: string; count: number } | null = null;
const heard = new Set<() => void>();

const subscribe = (listen: () => void) => {
  heard.add(listen);
  return () => void heard.delete(listen);
};

function put(user: string, count: number): void {
  known = { user, count };
  for (const listen of heard) listen();
}

/** Whoever changes the cart says how many things it has now. */
export function showCartCount(count: number): void {
  if (known) put(known.user, count);
}

/** How many things the person at this screen has in the cart; 0 until that is known. */
export function useCartCount(): number {
  const user = useSession()?.id;
  const count = useSyncExternalStore(
    subscribe,
    () => (known?.user === user ? (known?.count ?? 0) : 0),
    () => 0,
  );
  useEffect(() => {
    if (!user || known?.user === user) return;
    ask().then(
      (found) => put(user, found),
      () => undefined,
    );
  }, [user]);
  return count;
}

/** Asks the server anew: something may have been bought. */
export async function renewCartCount(): Promise<void> {
  if (known) put(known.user, await ask().catch(() => known?.count ?? 0));
}

async function ask(): Promise<number> {
  const { cartContract } = await import('#contract/cart.ts');
  const { api } = await import('#web/platform/api.ts');
  return (await api(cartContract.countCart, {})).count;
}
