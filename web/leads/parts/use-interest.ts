import { useEffect, useState } from 'react';
import type { MyInterest, MyLeads } from '#contract/interest.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useSession } from '#web/platform/session.ts';

/** The endpoints come when they are asked for the first time. */
async function calls() {
  const { interestContract } = await import('#contract/interest.ts');
  const { api, ApiError } = await import('#web/platform/api.ts');
  return { interestContract, api, ApiError };
}

/** Something of one's own that is asked for when somebody is logged in; null until it is known. */
function useMyOwn<T>(slug: string, ask: (slug: string, signal: AbortSignal) => Promise<T>) {
  const userId = useSession()?.id;
  const [own, setOwn] = useState<T | null>(null);
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is one of this file's functions
  useEffect(() => {
    setOwn(null);
    if (!userId) return;
    const asking = new AbortController();
    // The page is whole without it: what goes wrong here is nobody's to read.
    ask(slug, asking.signal).then(setOwn, () => undefined);
    return () => asking.abort();
  }, [userId, slug]);
  const act = async (deed: () => Promise<T>) => {
    setBusy(true);
    try {
      setOwn(await deed());
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return { own, busy, act, isIn: userId !== undefined };
}

async function askMyLeads(slug: string, signal: AbortSignal): Promise<MyLeads> {
  const { api, interestContract } = await calls();
  return api(interestContract.getMyLeads, { params: { slug }, signal });
}

async function askMyInterest(slug: string, signal: AbortSignal): Promise<MyInterest> {
  const { api, interestContract } = await calls();
  return api(interestContract.getMyChannelInterest, { params: { slug }, signal });
}

/** What one has asked of a product, and where one stands in its lines. */
export function useMyLeads(slug: string) {
  const { own, busy, act, isIn } = useMyOwn<MyLeads>(slug, askMyLeads);
  const params = { slug };
  const tell = (wanted: boolean) =>
    act(async () => {
      const { api, interestContract } = await calls();
      const { askOfProduct, withdrawFromProduct } = interestContract;
      const interest = await api(wanted ? askOfProduct : withdrawFromProduct, { params });
      return { ...(own as MyLeads), interest };
    });
  const line = (sessionId: string, joins: boolean) =>
    act(async () => {
      const { api, interestContract } = await calls();
      const { joinLine, leaveLine } = interestContract;
      return api(joins ? joinLine : leaveLine, { params: { slug, sessionId } });
    });
  return { leads: own, busy, isIn, tell, line };
}

/** Whether one has asked to be told of what a channel puts on. */
export function useMyInterest(slug: string) {
  const { own, busy, act, isIn } = useMyOwn<MyInterest>(slug, askMyInterest);
  const tell = (wanted: boolean) =>
    act(async () => {
      const { api, interestContract } = await calls();
      const { askOfChannel, withdrawFromChannel } = interestContract;
      return api(wanted ? askOfChannel : withdrawFromChannel, { params: { slug } });
    });
  return { interest: own, busy, isIn, tell };
}

export type GuestFault = { email?: string | undefined; consent?: string | undefined };

/** A guest asks: answers what is wrong with the fields, or null when it was accepted. */
export async function askAsGuest(
  of: 'product' | 'channel',
  slug: string,
  body: { email: string; consent: boolean; language: 'en' | 'es' | 'pt' },
): Promise<GuestFault | null> {
  const { api, ApiError, interestContract } = await calls();
  const { askOfProductAsGuest, askOfChannelAsGuest } = interestContract;
  try {
    const endpoint = of === 'product' ? askOfProductAsGuest : askOfChannelAsGuest;
    await api(endpoint, { params: { slug }, body: body as never });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION') throw error;
    return { email: error.fields.email, consent: error.fields.consent };
  }
}
