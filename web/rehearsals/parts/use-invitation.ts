import { useCallback, useEffect, useState } from 'react';
import type { Invitation } from '#contract/rehearsals.ts';

export type AskedInvitation = {
  /** Null while it is asked for, or when it could not be. */
  invitation: Invitation | null;
  error: unknown;
  again: () => void;
};

/** What a link invites to, in the name of whoever is logged in: asked anew when that changes. */
export function useInvitation(token: string, person: string | null): AskedInvitation {
  const [found, setFound] = useState<{ invitation: Invitation | null; error: unknown }>({
    invitation: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is answered otherwise
  useEffect(() => {
    let current = true;
    ask(token).then(
      (invitation) => current && setFound({ invitation, error: null }),
      (error: unknown) => current && setFound({ invitation: null, error }),
    );
    return () => {
      current = false;
    };
  }, [token, person, round]);
  const again = useCallback(() => {
    setFound({ invitation: null, error: null });
    setRound((before) => before + 1);
  }, []);
  return { ...found, again };
}

/** The contract and the way to the server come with the question: the page is light without. */
async function ask(token: string): Promise<Invitation> {
  const { rehearsalsContract } = await import('#contract/rehearsals.ts');
  const { api } = await import('#web/platform/api.ts');
  return api(rehearsalsContract.getInvitation, { params: { token } });
}

/** Comes in; answers where the room is. */
export async function enter(token: string): Promise<string> {
  const { rehearsalsContract } = await import('#contract/rehearsals.ts');
  const { api } = await import('#web/platform/api.ts');
  return (await api(rehearsalsContract.enterRoom, { params: { token } })).room;
}
