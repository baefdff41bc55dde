import { useSyncExternalStore } from 'react';
import type { PlaybackMedia } from '#contract/player.ts';

/** Where the chat has its place: beside the picture, over no part of it, or below it as a sheet. */
export type ChatPlace = 'beside' | 'panel' | 'sheet';

/** The same sizes as in the style sheets: a phone on its side, and a wide screen. */
const queries = {
  panel: '(orientation: landscape) and (max-height: 31.24em)',
  beside: '(min-width: 80em) and (min-height: 31.25em)',
} as const;

const now = (): ChatPlace =>
  window.matchMedia(queries.panel).matches
    ? 'panel'
    : window.matchMedia(queries.beside).matches
      ? 'beside'
      : 'sheet';

function subscribe(changed: () => void): () => void {
  const lists = Object.values(queries).map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', changed);
  return () => {
    for (const list of lists) list.removeEventListener('change', changed);
  };
}

export const useChatPlace = (): ChatPlace => useSyncExternalStore(subscribe, now);

/**
 * Until somebody opens or closes it: beside the picture always, below it while a show is on air. At a
 * recording nobody else may be there: it waits to be opened.
 */
export const opensByItself = (place: ChatPlace, plays: PlaybackMedia['kind'] | null): boolean =>
  plays !== 'recording' && (place === 'beside' || (place === 'sheet' && plays !== null));
