import { useCallback, useEffect, useState } from 'react';
import type { Gift } from '#contract/gifts.ts';

export type AskedGift = {
  /** Null while it is asked for, or when it could not be. */
  gift: Gift | null;
  error: unknown;
  again: () => void;
};

/** What a link gives, in the name of whoever is logged in: asked anew when that changes. */
export function useGift(token: string, person: string | null): AskedGift {
  const [found, setFound] = useState<{ gift: Gift | null; error: unknown }>({
    gift: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is answered otherwise
  useEffect(() => {
    let current = true;
    ask(token).then(
      (gift) => current && setFound({ gift, error: null }),
      (error: unknown) => current && setFound({ gift: null, error }),
    );
    return () => {
      current = false;
    };
  }, [token, person, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { ...found, again };
}

/** The contract and the way to the server come with the question: the page is light without. */
async function ask(token: string): Promise<Gift> {
  const { giftsContract } = await import('#contract/gifts.ts');
  const { api } = await import('#web/platform/api.ts');
  return api(giftsContract.getGift, { params: { token } });
}

/** Takes the gift; answers of which product it is a ticket. */
export async function accept(token: string): Promise<string> {
  const { giftsContract } = await import('#contract/gifts.ts');
  const { api } = await import('#web/platform/api.ts');
  return (await api(giftsContract.acceptGift, { params: { token } })).product;
}
