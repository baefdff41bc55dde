import { useSyncExternalStore } from 'react';
import { useMatches } from 'react-router';
import { localStore } from '#web/platform/local-store.ts';

export type Scheme = 'light' | 'dark';

const choice = localStore<Scheme>('platea.scheme');
const nothing = () => null;

/**
 * Runs before the first paint: a kept scheme must not flash, nor the guest's buttons for somebody
 * who is logged in.
 */
export const firstScript = `try{var d=document.documentElement,l=localStorage,s=l.getItem('platea.scheme');if(s)d.setAttribute('data-mantine-color-scheme',JSON.parse(s));if(l.getItem('platea.session'))d.setAttribute('data-member','')}catch(e){}`;

export const chooseScheme = (scheme: Scheme): void => choice.write(scheme);

/** What the person chose wins; else the stage is dark and the desk is light. */
export function useScheme(): Scheme {
  const chosen = useSyncExternalStore(choice.subscribe, choice.read, nothing);
  const place = useMatches().some((match) => isDesk(match.handle)) ? 'light' : 'dark';
  return chosen ?? place;
}

/** Shells of the desk export this as `handle`. */
export const deskHandle = { desk: true };
const isDesk = (handle: unknown) =>
  (handle as Partial<typeof deskHandle> | undefined)?.desk === true;
