import { useSearchParams } from 'react-router';

/** By what the list of leads is narrowed down in the address. */
export const leadFilters = ['product', 'channel', 'kind', 'state', 'from', 'to'];

/** What the address says besides the table's own filters: days, and the channel that led here. */
export function useLeadsAddress(): Record<string, string> {
  const [params] = useSearchParams();
  return Object.fromEntries(
    ['channel', 'from', 'to'].flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}
