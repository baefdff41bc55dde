/** A value in local storage that components can watch, in this tab and in the others. */
export type LocalStore<T> = {
  read: () => T | null;
  write: (value: T | null) => void;
  subscribe: (listener: () => void) => () => void;
};

const parsed = <T>(text: string | null): T | null => {
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
};

/** Storage can be switched off or full: the value then lives as long as the page. */
const storage = {
  get(key: string): string | null {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, text: string | null) {
    try {
      if (text === null) window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, text);
    } catch {
      // nothing to do: the copy in memory is still right
    }
  },
};

export function localStore<T>(key: string): LocalStore<T> {
  const listeners = new Set<() => void>();
  let loaded = false;
  let value: T | null = null;
  const load = (text: string | null) => {
    value = parsed<T>(text);
    loaded = true;
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key !== key && event.key !== null) return;
      load(event.key === null ? null : event.newValue);
      tell();
    });
  }
  return {
    read() {
      if (typeof window === 'undefined') return null;
      if (!loaded) load(storage.get(key));
      return value;
    },
    write(next) {
      value = next;
      loaded = true;
      storage.set(key, next === null ? null : JSON.stringify(next));
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
