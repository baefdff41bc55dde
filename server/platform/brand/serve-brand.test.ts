import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { overrideConfig, readConfig } from '#server/platform/config.ts';
import { app } from '#test/story.ts';
import { pageBrand } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'brand-'));
afterAll(() => rmSync(folder, { recursive: true }));
const given = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const drawing = (box: string, inside = '<circle r="4"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>`;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0b1f4b' } })
    .png()
    .toBuffer();

const house = readConfig({});
afterEach(() => overrideConfig(readBrandOf(house)));
const readBrandOf = (from: typeof house) => {
  const { SITE_NAME, SITE_ACCENT, SITE_LOGO, SITE_WORDMARK } = from;
  return { SITE_NAME, SITE_ACCENT, SITE_LOGO, SITE_WORDMARK };
};
const get = async (url: string) => (await app()).inject({ url });

describe('the settings of the brand', () => {
  const fault = (env: Record<string, string>) => {
    expect(() => readConfig(env)).toThrow(CannotStart);
    try {
      readConfig(env);
    } catch (error) {
      return (error as Error).message;
    }
    return null;
  };

  it('stop the start with a sentence when they are wrong', async () => {
    const small = given('small.png', await picture(40, 40));
    const wide = given('wide.svg', drawing('0 0 200 50'));
    const living = given('living.svg', drawing('0 0 9 9', '<script>alert(1)</script>'));
    const words = given('words.png', 'no picture');
    expect(fault({ SITE_ACCENT: 'orange' })).toBe(
      'SITE_ACCENT is not valid: it must be a colour such as #f5ad1c.',
    );
    expect(fault({ SITE_NAME: '<b>' })).toMatch(/^SITE_NAME is not valid: /);
    expect(fault({ SITE_LOGO: join(folder, 'none.svg') })).toMatch(
      /^SITE_LOGO .* cannot be read\.$/,
    );
    expect(fault({ SITE_LOGO: words })).toMatch(/neither an SVG nor a PNG/);
    expect(fault({ SITE_LOGO: living })).toMatch(/holds scripts or links/);
    expect(fault({ SITE_LOGO: wide })).toMatch(/is not square/);
    expect(fault({ SITE_LOGO: small })).toMatch(/less than 96 pixels/);
    expect(fault({ SITE_WORDMARK: `${wide},${small}` })).toMatch(/^SITE_WORDMARK.1 .*wordmark/);
  });

  it('are those of the house when nothing is said', () => {
    expect(pageBrand()).toEqual({ name: 'Platea', logo: null, wordmark: null, look: null });
    expect(readConfig({ SITE_NAME: 'Aurora' }).MAIL_FROM).toBe('"Aurora" <no-reply@localhost>');
  });
});

describe('the pictures of the brand', () => {
  it('are served under an address that names their content, and run nothing', async () => {
    const SITE_LOGO = given('mark.svg', drawing('0 0 64 64'));
    const SITE_WORDMARK = given('words.svg', drawing('0 0 200 50'));
    overrideConfig(readBrandOf(readConfig({ SITE_NAME: 'Aurora', SITE_LOGO, SITE_WORDMARK })));
    const { logo, wordmark, name } = pageBrand();
    expect(name).toBe('Aurora');
    expect(logo).toMatch(/^\/brand\/logo-[0-9a-f]{12}\.svg$/);
    const answer = await get(logo ?? '');
    expect(answer.body).toBe(drawing('0 0 64 64'));
    expect(answer.headers['content-type']).toBe('image/svg+xml');
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect((await get(wordmark?.light ?? '')).statusCode).toBe(200);
    expect((await get(wordmark?.dark ?? '')).statusCode).toBe(200);
    expect((await get('/brand/logo-000000000000.svg')).statusCode).toBe(404);
  });

  it('are icons in known sizes only', async () => {
    const answer = await get('/brand/icon-192.png');
    const { width, height, format } = await sharp(answer.rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 192, height: 192, format: 'png' });
    expect((await get('/brand/icon-193.png')).statusCode).toBe(404);
    expect((await get('/brand/secret')).statusCode).toBe(404);
  });

  it('wear the accent where the mark is that of the house', async () => {
    const before = (await get('/brand/icon.svg')).body;
    overrideConfig({ SITE_ACCENT: '#0b1f4b' });
    const { look } = pageBrand();
    expect(look?.shades[5]).toBe('#0b1f4b');
    const after = (await get('/brand/icon.svg')).body;
    expect(after).not.toBe(before);
    expect(after).toContain(look?.shades[4]);
  });
});
