import { useSyncExternalStore } from 'react';
import { useMatches } from 'react-router';
import { localStore } from '#web/platform/local-store.ts';

export type Scheme = 'light' | 'dark';

const choice = localStore<Scheme>('platea.scheme');
const nothing = () => null;

/**
 * Runs before the first paint: a kept scheme must not flash, nor the guest's buttons for somebody
 * who is logged in, nor a desk for somebody who has no place there.
 */
export const firstScript = `try{var d=document.documentElement,l=localStorage,s=l.getItem('platea.scheme');if(s)d.setAttribute('data-mantine-color-scheme',JSON.parse(s));var u=JSON.parse(l.getItem('platea.session'));if(u){d.setAttribute('data-member','');d.setAttribute('data-roles',u.roles.join(' '))}}catch(e){}`;

export const chooseScheme = (scheme: Scheme): void => choice.write(scheme);

/** What the person chose wins; else the stage is dark and the desk is light. */
export function useScheme(): Scheme {
  const chosen = useSyncExternalStore(choice.subscribe, choice.read, nothing);
  const place = useMatches().some((match) => isDesk(match.handle)) ? 'light' : 'dark';
  return chosen ?? place;
}

/** How the public pages look to this person. */
export const stageScheme = (): Scheme => choice.read() ?? 'dark';

/** Shells of the desk export this as `handle`. */
export const deskHandle = { desk: true };
const isDesk = (handle: unknown) =>
  (handle as Partial<typeof deskHandle> | undefined)?.desk === true;
