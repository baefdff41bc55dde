import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { keyState } from './api-keys.rules.ts';
import { mayBeReceiver } from './receiver-address.rules.ts';
import {
  arrived,
  canMoveWebhook,
  deliveryCan,
  isGone,
  isSilent,
  nextTry,
  pauses,
  webhookCan,
} from './webhooks.rules.ts';
import { frameAncestors, frameOrigin } from './widget-domains.rules.ts';

const at = (text: string) => Temporal.Instant.from(text);
const now = at('2026-12-01T10:00:00Z');
const secondsTo = (tries: number, chance: number, isTest = false) => {
  const next = nextTry({ tries, isTest }, { now, chance });
  return next && now.until(next).total('seconds');
};

describe('the plan of tries', () => {
  it('waits longer each time, for three days in all', () => {
    expect(pauses.map((_, index) => secondsTo(index + 1, 0))).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    const hours = pauses.reduce<number>((sum, pause) => sum + pause, 0) / 3600;
    expect([hours > 72, hours < 84]).toEqual([true, true]);
  });

  it('puts up to a tenth on top, so that not all come back at once', () => {
    expect(secondsTo(2, 0.5)).toBe(315);
    expect(secondsTo(2, 1)).toBe(330);
  });

  it('ends after the tenth try, and a test is tried once', () => {
    expect(secondsTo(9, 0)).toBe(86_400);
    expect(secondsTo(10, 0)).toBeNull();
    expect(secondsTo(1, 0, true)).toBeNull();
  });
});

describe('an answer', () => {
  test.each([
    [{ status: 200, fault: null }, true, false],
    [{ status: 204, fault: null }, true, false],
    [{ status: 302, fault: 'redirect' }, false, false],
    [{ status: 404, fault: null }, false, false],
    [{ status: 410, fault: null }, false, true],
    [{ status: 500, fault: null }, false, false],
    [{ status: null, fault: 'timeout' }, false, false],
  ] as const)('%j arrived: %s, gone: %s', (tried, didArrive, gone) => {
    expect([arrived(tried), isGone(tried)]).toEqual([didArrive, gone]);
  });
});

describe('a receiver', () => {
  it('is silent once nothing has arrived for three days', () => {
    expect(isSilent(at('2026-11-28T10:00:00Z'), now)).toBe(true);
    expect(isSilent(at('2026-11-28T10:00:01Z'), now)).toBe(false);
  });

  it('moves as its table says', () => {
    expect(canMoveWebhook('on', 'gone')).toBe(true);
    expect(canMoveWebhook('off', 'gone')).toBe(false);
    expect(canMoveWebhook('silent', 'on')).toBe(true);
    expect(webhookCan('on')).toMatchObject({ test: true, disable: true, enable: false });
    expect(webhookCan('gone')).toMatchObject({ test: false, disable: false, enable: true });
  });

  it('is sent again what is settled, while it is on', () => {
    expect(deliveryCan('failed', 'on').resend).toBe(true);
    expect(deliveryCan('delivered', 'on').resend).toBe(true);
    expect(deliveryCan('waiting', 'on').resend).toBe(false);
    expect(deliveryCan('failed', 'off').resend).toBe(false);
  });
});

describe('an address', () => {
  const may = (text: string, isTrial = false) => mayBeReceiver(new URL(text), { isTrial });

  test.each([
    'https://example.com/hook',
    'https://example.com:8443/hook?a=b',
    'https://bücher.example/hook',
  ])('%s may be a receiver', (text) => expect(may(text)).toBe(true));

  test.each([
    'http://example.com/hook',
    'ftp://example.com/hook',
    'https://user:pass@example.com/hook',
    'https://example.com/hook#part',
    'https://localhost/hook',
    'https://a.localhost./hook',
    'https://printer.local/hook',
    'https://metadata.google.internal/hook',
    'http://localhost:3000/hook',
  ])('%s may not', (text) => expect(may(text)).toBe(false));

  it('may lead to this machine in a trial, and to no other machine without TLS', () => {
    expect(may('http://localhost:4000/hook', true)).toBe(true);
    expect(may('http://127.0.0.1:4000/hook', true)).toBe(true);
    expect(may('http://10.0.0.1/hook', true)).toBe(false);
    expect(may('http://example.com/hook', true)).toBe(false);
  });
});

describe('the domain of a page', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['HTTPS://Example.com/shop?x=1', 'https://example.com'],
    ['*.example.com', 'https://*.example.com'],
    ['example.com:8443', 'https://example.com:8443'],
    ['xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    // Where somebody tries it out
    ['localhost:3926', 'http://localhost:3926'],
    ['http://localhost:4000/page', 'http://localhost:4000'],
    ['127.0.0.1', 'http://127.0.0.1'],
  ])('%s is %s', (typed, origin) => expect(frameOrigin(typed)).toBe(origin));

  test.each([
    '*',
    '*.com',
    'https://*',
    "'self'",
    'example.com; script-src *',
    'example.com https://evil.example',
    'http://example.com',
    'http://localhost.example.com',
    'http://127.0.0.2:4000',
    'localhost:port',
    'localhost; script-src *',
    'data:',
    'a',
  ])('%s is none', (typed) => expect(frameOrigin(typed)).toBeNull());

  it('goes into the policy beside our own', () => {
    expect(frameAncestors([])).toBe("'self'");
    expect(frameAncestors(['https://a.example'])).toBe("'self' https://a.example");
  });
});

describe('a key', () => {
  test.each([
    [{ endsAt: null, revokedAt: null }, 'good'],
    [{ endsAt: '2026-12-01T10:00:00.001Z', revokedAt: null }, 'good'],
    [{ endsAt: '2026-12-01T10:00:00.000Z', revokedAt: null }, 'ended'],
    [{ endsAt: null, revokedAt: '2026-11-01T10:00:00.000Z' }, 'revoked'],
  ])('with %j is %s', (dates, state) => {
    expect(keyState(dates, '2026-12-01T10:00:00.000Z')).toBe(state);
  });
});
