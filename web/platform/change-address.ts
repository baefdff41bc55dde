import { useNavigate } from 'react-router';

/** Each name of the query with what it becomes; null and '' take it out. */
export type AddressChanges = Record<string, string | null>;

/** What the query was last asked to be, while the page for that is on its way. */
let wanted: { search: string } | null = null;

/**
 * Changes values of the query and leaves the others, also those that were asked for a moment ago and
 * are still on their way: a search and an order pressed right after it are both wanted. The router's
 * own way starts from the address that is shown, and forgets the first of two quick changes. `replace`:
 * without a step in the history. In the browser only.
 */
export function useChangeAddress() {
  const navigate = useNavigate();
  return async (changes: AddressChanges, { replace = false } = {}): Promise<void> => {
    const mine = { search: changedQuery((wanted ?? window.location).search, changes) };
    wanted = mine;
    try {
      await navigate(mine, { preventScrollReset: true, replace });
    } finally {
      // The same may have been asked for twice: the first is over before the second is there.
      if (wanted === mine) wanted = null;
    }
  };
}

/** `?q=jazz` with `{ page: '2' }` → `?q=jazz&page=2`. */
export function changedQuery(search: string, changes: AddressChanges): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return `?${params}`;
}
