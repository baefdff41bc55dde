import { type PaymentMethods, sandboxCards } from '#contract/payments.ts';
import { activeProvider } from './providers/index.ts';

/** How one can pay here. */
export function paymentMethods(): PaymentMethods {
  const provider = activeProvider().name;
  const isSandbox = provider === 'sandbox';
  return { provider, sandbox: isSandbox, cards: isSandbox ? sandboxCards : [] };
}
