import { useSearchParams } from 'react-router';

/** By what the address of a list of sales may narrow it down, besides the table's own filters. */
export const salesAddress = ['channel', 'product', 'from', 'to'];

/** What the address of a list of sales may narrow it down to, besides the table's own filters. */
export function useSalesAddress(): Record<string, string> {
  const [params] = useSearchParams();
  return Object.fromEntries(
    salesAddress.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** Of what an address asks for, what has a name that its screen shows. */
export const salesShownIn = ({ channel, product }: Record<string, string>) => ({
  ...(channel ? { channel } : {}),
  ...(product ? { product } : {}),
});
