import { useEffect, useState } from 'react';
import type { MineOfProduct } from '#contract/sales.ts';
import { useSession } from '#web/platform/session.ts';

/** What the product is to whoever is logged in; null for strangers, and until it is known. */
export function useMine(slug: string): MineOfProduct | null {
  const userId = useSession()?.id;
  const [mine, setMine] = useState<MineOfProduct | null>(null);
  useEffect(() => {
    setMine(null);
    if (!userId) return;
    const asking = new AbortController();
    // The page is whole without it: what goes wrong here is nobody's to read.
    ask(slug, asking.signal).then(setMine, () => undefined);
    return () => asking.abort();
  }, [userId, slug]);
  return mine;
}

async function ask(slug: string, signal: AbortSignal): Promise<MineOfProduct> {
  const { salesContract } = await import('#contract/sales.ts');
  const { api } = await import('#web/platform/api.ts');
  return api(salesContract.getMine, { params: { slug }, signal });
}
