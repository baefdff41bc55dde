import { useCallback, useState } from 'react';
import type { Gift } from '#contract/gifts.ts';
import { useAsked } from '#web/ui/use-asked.ts';

export type AskedGift = {
  /** Null while it is asked for, or when it could not be. */
  gift: Gift | null;
  error: unknown;
  again: () => void;
};

/** What a link gives, in the name of whoever is logged in: asked anew when that changes. */
export function useGift(token: string, person: string | null): AskedGift {
  const [round, setRound] = useState(0);
  const { answer, error } = useAsked(() => ask(token), `${token} ${person} ${round}`);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { gift: error ? null : answer, error, again };
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
