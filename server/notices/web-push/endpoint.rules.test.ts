import { describe, expect, test } from 'vitest';
import { clipped, isPushed, mayBeEndpoint, mayBeKeys, verdictOf } from './endpoint.rules.ts';

describe('an address for messages', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQ',
    'https://wns2-par02p.notify.windows.com/w/?token=BQY',
  ])('%s may be one', (address) => {
    expect(mayBeEndpoint(address)).toBe(true);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://metadata.google.internal/x',
    'https://printer.local/x',
    'https://push.example.com:8443/x',
    'https://user:secret@push.example.com/x',
    'ftp://push.example.com/x',
    'not an address',
    'https://push.example.com/a\u0000b',
    `https://push.example.com/${'x'.repeat(1000)}`,
  ])('%s may not', (address) => {
    expect(mayBeEndpoint(address)).toBe(false);
  });

  test('comes with keys of the right length', () => {
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    expect(mayBeKeys(keys)).toBe(true);
    expect(mayBeKeys({ ...keys, auth: 'A'.repeat(21) })).toBe(false);
    expect(mayBeKeys({ ...keys, p256dh: 'A'.repeat(87) })).toBe(false);
  });
});

describe('the answer of a push service', () => {
  test.each([
    [201, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [400, 'refused'],
    [403, 'refused'],
    [302, 'refused'],
    [429, 'later'],
    [503, 'later'],
  ])('%i means %s', (status, verdict) => {
    expect(verdictOf(status)).toBe(verdict);
  });
});

describe('what is sent', () => {
  test('is not what the reader has just done', () => {
    expect(['broadcast_started', 'sale', 'ticket_granted'].filter(isPushed)).toEqual([
      'broadcast_started',
      'sale',
    ]);
  });

  test('is short', () => {
    expect(clipped('Noche', 5)).toBe('Noche');
    expect(clipped('Noches', 5)).toBe('Noch…');
  });
});
