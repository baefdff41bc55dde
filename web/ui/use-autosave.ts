import { useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { browserNow } from '#web/platform/clock.ts';
import { toldBy } from '#web/platform/error-words.ts';
import { notify, notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Autosaver, autosaver, type Send, stateOfAll } from './autosaver.ts';
import { FormContext, goToField } from './form-context.ts';
import type { FormStore } from './form-store.ts';
import { innerForms, type SavingForm } from './inner-forms.ts';

/** Long enough for a word, short enough that nobody wonders. */
const restMs = 900;
const againMs = 4000;

/** No line, too many calls, or trouble of the server's pass by themselves; other refusals do not. */
function isFinal(error: unknown): boolean {
  const { status } = toldBy(error);
  return status !== 0 && status !== 429 && status < 500;
}

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
      isFinal,
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

const none = innerForms();

/** The form around and those inside of it, as far as they save themselves. */
export function useSaver() {
  const { saver, store, inner = none } = useContext(FormContext) ?? {};
  const follow = useCallback(
    (changed: () => void) => {
      const stops = [
        ...[saver?.subscribe(changed), store?.subscribe(changed)],
        inner.subscribe(changed),
      ];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    [saver, store, inner],
  );
  const read = () =>
    stateOfAll([...(saver ? [saver] : []), ...inner.all().map((form) => form.saver)]);
  const count = () =>
    [...(store ? [store] : []), ...inner.all().map((form) => form.store)].reduce(
      (sum, one) => sum + Object.keys(one.errors()).length,
      0,
    );
  const state = useSyncExternalStore(follow, read, read);
  /** How much could not be kept as it is typed. */
  const leftOut = useSyncExternalStore(follow, count, count);
  return { state, leftOut, flush: saver?.flush ?? (async () => true) };
}

/**
 * Saves what is typed before something is done with it. False, with the reason said, when not all of
 * it could be kept: nobody publishes what they have not typed.
 */
export function useAllSaved(): () => Promise<boolean> {
  const { t } = useTranslation('ui');
  const form = useContext(FormContext);
  const isKept = async ({ saver, store, go }: SavingForm) => {
    const isDone = await saver.flush();
    const state = saver.state();
    if (state.is === 'failed') notifyError(state.error);
    const [wrong, ...others] = Object.keys(store.errors());
    if (wrong !== undefined) {
      notify({ variant: 'warning', message: t('form.errors', { count: others.length + 1 }) });
      go(wrong);
    }
    return isDone && wrong === undefined;
  };
  return async () => {
    if (!form) return true;
    const { saver, store, inner } = form;
    if (saver && !(await isKept({ saver, store, go: (name) => goToField(form, name) }))) {
      return false;
    }
    for (const one of inner.all()) if (!(await isKept(one))) return false;
    return true;
  };
}
