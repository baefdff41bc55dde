import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { browserNow } from '#web/platform/clock.ts';
import { type Autosaver, autosaver, type SaveState, type Send } from './autosaver.ts';
import { FormContext } from './form-context.ts';
import type { FormStore } from './form-store.ts';

/** Long enough for a word, short enough that nobody wonders. */
const restMs = 900;
const againMs = 4000;

export type AutosaveOptions<T extends object> = {
  send: Send<T>;
  ready: (values: T) => boolean;
  /** Something else must come first, such as the page at its new address. */
  hold?: boolean;
};

/** Saves the form by itself: a moment after typing, on leaving a field, the tab or the page. */
export function useAutosave<T extends object>(
  store: FormStore<T>,
  options: AutosaveOptions<T> | null,
): Autosaver {
  const latest = useRef(options);
  latest.current = options;
  const [saver] = useState(() =>
    autosaver<T>({
      store,
      now: browserNow,
      ready: () => latest.current?.ready(store.values()) ?? false,
      send: (...given) => latest.current?.send(...given) ?? Promise.resolve({}),
    }),
  );
  const isOn = options !== null;
  const held = options?.hold ?? false;
  useEffect(() => {
    if (!isOn || held) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (after = restMs) => {
      clearTimeout(timer);
      if (saver.isDue()) timer = setTimeout(() => void saver.flush(), after);
    };
    const typed = store.subscribe(() => soon());
    // What did not arrive is sent again, by itself.
    const answered = saver.subscribe(() => saver.state().is === 'failed' && soon(againMs));
    const now = () => soon(0);
    const hidden = () => document.visibilityState === 'hidden' && void saver.leave();
    window.addEventListener('online', now);
    document.addEventListener('focusout', now);
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', hidden);
    soon();
    return () => {
      clearTimeout(timer);
      typed();
      answered();
      window.removeEventListener('online', now);
      document.removeEventListener('focusout', now);
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', hidden);
    };
  }, [store, saver, isOn, held]);
  // Another page of ours: what is typed goes along.
  useEffect(() => () => void saver.leave(), [saver]);
  return saver;
}

const never = () => () => {};
const idle: SaveState = { is: 'idle' };

/** The form around, as far as it saves itself. */
export function useSaver() {
  const { saver, store } = useContext(FormContext) ?? {};
  const read = () => saver?.state() ?? idle;
  const state = useSyncExternalStore(saver?.subscribe ?? never, read, read);
  return { state, store, flush: saver?.flush ?? (async () => true) };
}
