import { useState } from 'react';
import { useLocation } from 'react-router';

export type Selection<Row> = {
  chosen: Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  toggleAll: () => void;
  /** Only these stay chosen. */
  keep: (keys: readonly string[]) => void;
  all: boolean;
  keyOf: (row: Row) => string;
};

/** The chosen rows of the page that is shown; another page, order or search begins anew. */
export function useSelection<Row>(rows: Row[], keyOf: (row: Row) => string): Selection<Row> {
  const { search } = useLocation();
  const [kept, setKept] = useState({ search, keys: new Set<string>() });
  // Also for whoever comes back to that page: what was chosen then was chosen of another list.
  if (kept.search !== search) setKept({ search, keys: new Set() });
  const { keys } = kept;
  const chosen = rows.filter((row) => keys.has(keyOf(row)));
  const all = chosen.length > 0 && chosen.length === rows.length;
  const set = (next: Iterable<string>) => setKept({ search, keys: new Set(next) });
  return {
    chosen,
    all,
    keyOf,
    has: (row) => keys.has(keyOf(row)),
    toggle: (row) => {
      const next = new Set(keys);
      if (!next.delete(keyOf(row))) next.add(keyOf(row));
      set(next);
    },
    toggleAll: () => set(all ? [] : rows.map(keyOf)),
    keep: set,
  };
}
