import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { readMediaPath, signMediaPath } from './links.ts';

const playbackId = '0198c0de-0000-7000-8000-000000000001';
const resource = { kind: 'live', id: '0198c0de-0000-7000-8000-000000000002' } as const;
const expiresAt = Temporal.Instant.from('2030-06-01T18:00:00Z');
const before = Temporal.Instant.from('2030-06-01T17:59:59Z').epochMilliseconds;
const good = signMediaPath({ playbackId, resource, expiresAt });

describe('a signed address', () => {
  it('names expiry, view, signature, resource and file', () => {
    expect(good).toMatch(
      /^\/media\/1906567200\.[0-9a-f-]{36}\.[\w-]{43}\/live\/[0-9a-f-]{36}\/master\.m3u8$/,
    );
    expect(readMediaPath(good, before)).toEqual({
      ok: true,
      link: { playbackId, resource, expiry: 1_906_567_200, file: 'master.m3u8' },
    });
  });

  it('covers every file beside and below', () => {
    const file = readMediaPath(good.replace('master.m3u8', '720p/seg-0-12.m4s'), before);
    expect(file).toMatchObject({ ok: true, link: { file: '720p/seg-0-12.m4s' } });
  });

  it('ends at its second', () => {
    expect(readMediaPath(good, before + 1_000)).toEqual({ ok: false, why: 'refused' });
  });

  it.each([
    ['another view', good.replace(playbackId, resource.id)],
    ['another resource', good.replace(/(live\/)[^/]+/, `$1${playbackId}`)],
    ['another kind', good.replace('/live/', '/recordings/')],
    ['a later end', good.replace('1906567200', '1906567201')],
    ['another signature', good.replace(/\.[\w-]{43}\//, `.${'x'.repeat(43)}/`)],
  ])('does not open %s', (_what, path) => {
    expect(readMediaPath(path, before)).toEqual({ ok: false, why: 'refused' });
  });

  it.each([
    '/media/',
    '/media/x/y',
    good.replace('master.m3u8', '../x.m3u8'),
    good.replace('master.m3u8', 'a/b/c.m4s'),
    good.replace('master.m3u8', '%2e%2e.m3u8'),
    good.replace('master.m3u8', 'master.json'),
    `${good}/`,
    good.toUpperCase(),
  ])('is not %s', (path) => {
    expect(readMediaPath(path, before)).toEqual({ ok: false, why: 'unknown' });
  });
});
