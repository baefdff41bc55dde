import { useEffect, useState } from 'react';
import { type Checkout, salesContract } from '#contract/sales.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { useChangeAddress } from '#web/platform/change-address.ts';
import { useAct } from '#web/ui/act.ts';
import { CodeField, type Refused } from './code-field.tsx';

type Props = { checkout: Checkout; code: string };

/**
 * The code of the address, and a way to write another one. Only a good one goes into the address:
 * what is applied stays in force until then. One that the address brought and that is refused leaves
 * it, so that neither a reload nor a shared link brings it back; what was typed and why it was
 * refused stay in the field.
 */
export function CodePart({ checkout, code }: Props) {
  const change = useChangeAddress();
  const [refused, setRefused] = useState<Refused | null>(null);
  const act = useAct();
  const { codeFault, offer, price, product } = checkout;
  const put = (next: string) => void change({ code: next }, { replace: true });
  const apply = async (next: string) => {
    const deed = async () => ({ fault: next ? await faultOf(product.slug, next) : null });
    const answer = await act.run(deed, { stay: true });
    if (!answer) return;
    setRefused(answer.fault && { code: next, fault: answer.fault });
    if (!answer.fault) put(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!codeFault) return;
    setRefused({ code, fault: codeFault });
    put('');
  }, [codeFault, code]);
  // What is free already cannot become cheaper.
  if (price.total === 0 && !code && !refused) return null;
  return (
    <CodeField
      given={code}
      // Taken away meanwhile, so that the same words are said aloud a second time.
      refused={act.busy ? null : refused}
      applied={offer !== null}
      needed={product.status === 'private'}
      busy={act.busy}
      apply={(next) => void apply(next)}
    />
  );
}

/**
 * Why a code is of no use here; null for a good one. The checkout is asked and not the code alone:
 * it knows that a code is free to whoever holds it with an unpaid order.
 */
async function faultOf(slug: string, code: string): Promise<Checkout['codeFault']> {
  try {
    const query = { code };
    return (await api(salesContract.getCheckout, { params: { slug }, query })).codeFault;
  } catch (error) {
    // A private product is not there for a code that does not open it.
    if (error instanceof ApiError && error.status === 404) return 'COUPON_INVALID';
    throw error;
  }
}
