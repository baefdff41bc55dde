/**
 * What was typed and not sent, for as long as the tab lives: an expired log-in loses nothing. It is
 * one person's: the next who logs in to the same tab finds none of it.
 */
const prefix = 'platea.draft.';

export type Drafts = ReturnType<typeof draftsOf>;

/** The drafts of a person; `null` is whoever is not logged in. */
export function draftsOf(userId: string | null) {
  const keyOf = (id: string) => `${prefix}${userId ?? 'guest'}.${id}`;
  return {
    keep(id: string, values: object): void {
      try {
        sessionStorage.setItem(keyOf(id), JSON.stringify(values));
      } catch {
        // no room or no storage: the form still works
      }
    },
    find(id: string): object | null {
      try {
        const text = sessionStorage.getItem(keyOf(id));
        return text ? (JSON.parse(text) as object) : null;
      } catch {
        return null;
      }
    },
    forget(id: string): void {
      try {
        sessionStorage.removeItem(keyOf(id));
      } catch {
        // nothing was kept then
      }
    },
  };
}

/** Forgets everybody's drafts in this tab: somebody has logged out. */
export function forgetDrafts(): void {
  try {
    const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    for (const key of kept) sessionStorage.removeItem(key);
  } catch {
    // nothing was kept then
  }
}
