import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { config, overrideConfig } from '#server/platform/config.ts';
import { app } from '#test/story.ts';

const get = async (url: string, headers: Record<string, string> = {}) =>
  (await app()).inject({ method: 'GET', url, headers });
const before = config();
afterEach(() => overrideConfig(before));

type Icon = { src: string; sizes: string; purpose?: string };

describe('the site as an app', () => {
  it('introduces itself in the language of whoever asks', async () => {
    const namesIn = async (url: string, headers = {}) => {
      const manifest = (await get(url, headers)).json();
      return [manifest.lang, ...manifest.shortcuts.map(({ name }: { name: string }) => name)];
    };
    expect(await namesIn('/site.webmanifest?lang=es')).toEqual([
      'es',
      'Mis entradas',
      'Buscar espectáculos',
    ]);
    expect(await namesIn('/site.webmanifest', { 'accept-language': 'pt-BR' })).toEqual([
      'pt',
      'Meus ingressos',
      'Buscar espetáculos',
    ]);
    const es = (await get('/site.webmanifest?lang=es')).json();
    const en = (await get('/site.webmanifest?lang=en')).json();
    expect([es.id, es.scope, es.start_url, es.display]).toEqual([en.id, '/', '/', 'standalone']);
  });

  it('wears the logo of the settings on every icon', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'logo-'));
    const logo = join(folder, 'logo.svg');
    const box = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';
    writeFileSync(logo, `${box}<rect width="9" height="9" fill="#0b1f4b"/></svg>`);
    overrideConfig({ SITE_LOGO: logo });
    const middle = async (name: string) => {
      const { rawPayload } = await get(`/icons/${name}.png`);
      const image = sharp(rawPayload).ensureAlpha();
      const { width } = await image.metadata();
      const left = Math.floor(width / 2);
      const pixel = image.extract({ left, top: left, width: 1, height: 1 }).raw();
      return [width, ...(await pixel.toBuffer())];
    };
    expect(await middle('icon-192')).toEqual([192, 0x0b, 0x1f, 0x4b, 255]);
    expect(await middle('maskable-512')).toEqual([512, 0x0b, 0x1f, 0x4b, 255]);
    expect(await middle('badge-96')).toEqual([96, 255, 255, 255, 255]);
    overrideConfig({ SITE_LOGO: undefined });
    rmSync(folder, { recursive: true });
  });

  it('has icons of the sizes that it says, the maskable ones without holes', async () => {
    const { icons } = (await get('/site.webmanifest')).json() as { icons: Icon[] };
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ]);
    for (const { src, sizes, purpose } of icons) {
      const { rawPayload, headers } = await get(src);
      expect(headers['content-type']).toBe('image/png');
      const { width, height } = await sharp(rawPayload).metadata();
      expect(`${width}x${height}`).toBe(sizes);
      const { isOpaque } = await sharp(rawPayload).stats();
      expect(isOpaque).toBe(purpose === 'maskable');
    }
    expect((await get('/icons/icon-9.png')).statusCode).toBe(404);
  });

  it('has a page for when there is no line, in which nothing runs but what stands in it', async () => {
    const { body, headers } = await get('/offline');
    for (const language of ['en', 'es', 'pt']) expect(body).toContain(`<main lang="${language}">`);
    expect(body).not.toMatch(/(?:src|href)="/);
    const script = /<script>(.+)<\/script>/s.exec(body)?.[1] ?? '';
    const digest = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${digest}'`);
  });

  it('has a worker that is always asked for anew, and one that leaves when it is switched off', async () => {
    const { body, headers } = await get('/sw.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toContain("addEventListener('fetch'");
    overrideConfig({ SERVICE_WORKER: false });
    const goodbye = (await get('/sw.js')).body;
    expect(goodbye).toContain('unregister()');
    expect(goodbye).not.toContain("'fetch'");
  });
});
