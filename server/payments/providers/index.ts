import type { PaymentProvider } from '#contract/payments.ts';
import type { Provider } from './provider.ts';
import { redsys } from './redsys.ts';
import { sandbox } from './sandbox.ts';
import { stripe } from './stripe.ts';

const providers: Record<PaymentProvider, Provider> = { sandbox, stripe, redsys };

/** The provider of a payment; throws for one that does not exist here any more. */
export function providerNamed(name: string): Provider {
  const provider = providers[name as PaymentProvider];
  if (!provider) throw new Error(`no payment provider named ${name}`);
  return provider;
}
