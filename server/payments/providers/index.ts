import type { Provider } from './provider.ts';
import { sandbox } from './sandbox.ts';

const providers: Record<Provider['name'], Provider> = { sandbox };

/** The provider that new payments go to: the sandbox, as long as no real one is configured. */
export const activeProvider = (): Provider => sandbox;

/** The provider of an older payment; throws for one that does not exist here any more. */
export function providerNamed(name: string): Provider {
  const provider = providers[name as Provider['name']];
  if (!provider) throw new Error(`no payment provider named ${name}`);
  return provider;
}
