import { describe, expect, it } from 'vitest';
import { isTrial } from './media-pay.rules.ts';

const settings = (secretKey: string, url: string) => ({ stripe: { secretKey }, redsys: { url } });

describe('a provider is only being tried out', () => {
  it.each([
    ['sandbox', settings('sk_live_1', 'https://sis.redsys.es/sis/realizarPago'), true],
    ['stripe', settings('sk_test_1', ''), true],
    ['stripe', settings('rk_test_1', ''), true],
    ['stripe', settings('sk_live_1', ''), false],
    ['stripe', settings('rk_live_test_1', ''), false],
    ['redsys', settings('', 'https://sis-t.redsys.es:25443/sis/realizarPago'), true],
    ['redsys', settings('', 'https://sis.redsys.es/sis/realizarPago'), false],
    ['redsys', settings('', 'https://sis.redsys.es/?as=sis-t.redsys.es'), false],
    ['redsys', settings('', ''), false],
  ])('%s with %j: %s', (provider, set, expected) => {
    expect(isTrial(provider, set)).toBe(expected);
  });
});
