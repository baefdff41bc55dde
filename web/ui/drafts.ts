/** What was typed and not sent, for as long as the tab lives: an expired log-in loses nothing. */
const keyOf = (id: string) => `platea.draft.${id}`;

export const drafts = {
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
