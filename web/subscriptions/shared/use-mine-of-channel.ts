import { useEffect, useState } from 'react';
import type { SubscriptionCard } from '#contract/subscriptions.ts';
import { useSession } from '#web/platform/session.ts';

/** The subscription to a channel of whoever is logged in; null for strangers, and until it is known. */
export function useMineOfChannel(slug: string): SubscriptionCard | null {
  const userId = useSession()?.id;
  const [mine, setMine] = useState<SubscriptionCard | null>(null);
  useEffect(() => {
    setMine(null);
    if (!userId) return;
    let current = true;
    // The page is whole without it: what goes wrong here is nobody's to read.
    ask(slug).then(
      (found) => current && setMine(found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [userId, slug]);
  return mine;
}

async function ask(slug: string): Promise<SubscriptionCard | null> {
  const { subscriptionsContract } = await import('#contract/subscriptions.ts');
  const { api } = await import('#web/platform/api.ts');
  return (await api(subscriptionsContract.getSubscriptionOffer, { params: { slug } })).mine;
}
