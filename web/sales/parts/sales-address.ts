import { useSearchParams } from 'react-router';

/** What the address of a list of sales may narrow it down to, besides the table's own filters. */
export function useSalesAddress(): Record<string, string> {
  const [params] = useSearchParams();
  return Object.fromEntries(
    ['channel', 'product', 'from', 'to'].flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}
