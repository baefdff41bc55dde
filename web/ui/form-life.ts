import { useEffect, useRef } from 'react';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { Drafts } from './drafts.ts';
import { changesIn, laidOver } from './form-changes.ts';
import type { FormStore } from './form-store.ts';
import { markUnsaved } from './leave-guard.tsx';

/**
 * New data from the server replaces what is shown; what somebody is typing stays over it. In a form
 * that saves itself (`gentle`) only what is new beside one's own saving is taken over: a title would
 * lose the space under the fingers that type the next word.
 */
export function useFreshData<T extends object>(store: FormStore<T>, initial: T, gentle: boolean) {
  const text = JSON.stringify(initial);
  const last = useRef(text);
  useEffect(() => {
    if (last.current === text) return;
    const known = JSON.parse(last.current) as T;
    last.current = text;
    const next = JSON.parse(text) as T;
    if (gentle) store.rebase(laidOver(store.start(), newsIn(store, next, known), store.together));
    else if (store.isDirty()) store.rebase(next);
    else store.reset(next);
  }, [store, text, gentle]);
}

/** What others changed: not what comes back of one's own saving, maybe tidied. */
function newsIn<T extends object>(store: FormStore<T>, next: T, known: T): Partial<T> {
  const mine = changesIn(store.start(), known, store.together);
  const news = changesIn(next, known, store.together);
  return Object.fromEntries(Object.entries(news).filter(([name]) => !(name in mine))) as Partial<T>;
}

type DraftProps = {
  id: string;
  drafts: Drafts;
  /** Does leaving the page lose something? */
  guarded: () => boolean;
};

/** Keeps what is typed and not saved in this browser, and asks before it is left behind. */
export function useDraft<T extends object>(
  store: FormStore<T>,
  { id, drafts, guarded }: DraftProps,
) {
  const { t } = useTranslation('ui');
  const asks = useRef(guarded);
  asks.current = guarded;
  const lastId = useRef(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    // What was new has a name of its own now.
    if (lastId.current !== id) drafts.forget(lastId.current);
    lastId.current = id;
    const kept = drafts.find(id);
    if (!kept) return;
    store.restore(kept);
    if (store.isDirty()) notify({ variant: 'warning', message: t('form.restored') });
  }, [id]);
  useEffect(() => {
    const stop = store.subscribe(() => {
      const dirty = store.isDirty();
      if (dirty) drafts.keep(id, store.draft());
      else drafts.forget(id);
      markUnsaved(id, dirty && asks.current() ? () => drafts.forget(id) : null);
    });
    return () => {
      stop();
      markUnsaved(id, null);
    };
  }, [store, id, drafts]);
}
