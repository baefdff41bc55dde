import { changesIn } from './form-changes.ts';
import type { FormStore } from './form-store.ts';

/** How the saving of a form by itself stands. `at`: the last answer, by the browser's clock. */
export type SaveState =
  | { is: 'idle' }
  | { is: 'saving' }
  | { is: 'saved'; at: number }
  | { is: 'failed'; error: unknown };

/** Sends the values and answers, by field, why some of them could not be kept. */
export type Send<T extends object> = (
  values: T,
  before: T,
  how: { leaving: boolean },
) => Promise<Record<string, string>>;

type Options<T extends object> = {
  store: FormStore<T>;
  send: Send<T>;
  /** Is there enough to be saved? A draft without a title has no place yet. */
  ready: () => boolean;
  now: () => number;
  /** Would the same be refused again? Then it waits until something is typed otherwise. */
  isFinal: (error: unknown) => boolean;
};

/**
 * Saves a form by itself: one call at a time, and only what differs from what is saved. What the
 * server could not keep is not sent again until it is typed otherwise; what did not arrive is.
 */
export function autosaver<T extends object>({ store, send, ready, now, isFinal }: Options<T>) {
  let state: SaveState = { is: 'idle' };
  let running: Promise<void> | null = null;
  let tried = '{}';
  const listeners = new Set<() => void>();

  const tell = (next: SaveState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const isDue = () => {
    const typed = JSON.stringify(store.draft());
    return typed !== '{}' && typed !== tried && ready();
  };

  const attempt = async (leaving: boolean) => {
    const sent = store.values();
    tell({ is: 'saving' });
    try {
      const left = await send(sent, store.start(), { leaving });
      store.settle(sent, left);
      tried = JSON.stringify(changesIn(sent, store.start(), store.together));
      tell({ is: 'saved', at: now() });
    } catch (error) {
      if (isFinal(error)) tried = JSON.stringify(store.draft());
      tell({ is: 'failed', error });
    }
  };

  /** Saves what is due, after what is on its way. True when nothing is left unsent. */
  async function flush(): Promise<boolean> {
    while (running) await running;
    if (isDue()) {
      running = attempt(false);
      await running;
      running = null;
    }
    return state.is !== 'failed' && !isDue();
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    isDue,
    flush,
    /** The page is going: sent beside what is on its way, for there is no time to wait. */
    leave: () => (isDue() ? attempt(true) : Promise.resolve()),
  };
}

export type Autosaver = Pick<
  ReturnType<typeof autosaver>,
  'subscribe' | 'state' | 'isDue' | 'flush'
>;

const idle: SaveState = { is: 'idle' };
const saving: SaveState = { is: 'saving' };
type Standing = Pick<Autosaver, 'state' | 'isDue'>;

/** "Saved" would be untrue while something newer waits for the typing to rest. */
function stateOf(saver: Standing): SaveState {
  const state = saver.state();
  return state.is !== 'failed' && saver.isDue() ? saving : state;
}

/** Of several forms: the worst of how they stand; where all is saved, the last time that it was. */
export function stateOfAll(savers: readonly Standing[]): SaveState {
  const states = savers.map(stateOf);
  const worst =
    states.find(({ is }) => is === 'failed') ?? states.find(({ is }) => is === 'saving');
  if (worst) return worst;
  const saved = states.filter((state) => state.is === 'saved');
  return saved.toSorted((one, other) => other.at - one.at)[0] ?? idle;
}
