import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Checkout } from '#contract/sales.ts';
import { CodeField, type Refused } from './code-field.tsx';

type Props = { checkout: Checkout; code: string };

/**
 * The code of the address, and a way to write another one. A refused code leaves the address, so
 * that neither a reload nor a shared link brings it back; what was typed and why it was refused
 * stay in the field.
 */
export function CodePart({ checkout, code }: Props) {
  const [, setSearch] = useSearchParams();
  const [refused, setRefused] = useState<Refused | null>(null);
  const { codeFault: fault, offer, price } = checkout;
  const apply = (next: string) =>
    setSearch(
      (search) => {
        if (next) search.set('code', next);
        else search.delete('code');
        return search;
      },
      { replace: true, preventScrollReset: true },
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!fault) return;
    setRefused({ code, fault });
    apply('');
  }, [fault, code]);
  // What is free already cannot become cheaper.
  if (price.total === 0 && !code && !refused) return null;
  return <CodeField given={code} refused={refused} applied={offer !== null} apply={apply} />;
}
