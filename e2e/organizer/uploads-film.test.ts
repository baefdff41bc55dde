import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { aac, h264, makeMedia, mediaFolder, moving, tone } from '#test/made-media.ts';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { beginFilmProduct, publish } from '../film-product.ts';
import { logIn, member, press } from '../people.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const words = (key: string, values = {}) => say('catalog', key, values, 'pt');
const media = (key: string, values = {}) => say('media', key, values, 'pt');
/** Longer than a phone is wide. */
const second = 'O fado que ninguém esqueceu desde aquela noite, cantado outra vez do começo ao fim';
const folder = mediaFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  folder.remove();
});

it('an organizer uploads a film, and whoever has a ticket watches it with captions and chapters', async () => {
  const film = await makeMedia(
    join(folder.path, 'Noite de fado.mp4'),
    ...[moving(), tone(), ['-t', '12'], h264(), aac()],
  );
  const desk = await aVisitor(browser, base);
  const { page } = desk;
  await beginFilmProduct(page, {
    organizer: 'sala',
    language: 'pt',
    kind: 'vod',
    film,
    title: `Noite de fado ${crypto.randomUUID().slice(0, 6)}`,
    about: 'Um filme de uma noite.',
  });
  await page.getByText(media('film.ready')).waitFor({ timeout: 150_000 });
  // Chapters save themselves; what cannot be kept is said at the field and holds publishing up.
  const chapters = page.getByRole('textbox', { name: media('chapters.title') });
  await chapters.fill('0:00 Abertura\n\n0:59 O fado');
  await page.getByText(new RegExp(media('chapters.refused', { line: 3, reason: '' }))).waitFor();
  await publish(page, 'pt');
  await expect.poll(() => chapters.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByLabel(media('captions.file')).setInputFiles({
    name: 'fado.srt',
    mimeType: 'application/x-subrip',
    // As editors on Windows write it.
    buffer: Buffer.from(
      '1\n00:00:00,500 --> 00:00:11,000\nSilêncio, que se vai cantar o fado\n',
      'latin1',
    ),
  });
  await page.getByText(media('captions.cues_one', { count: 1 })).waitFor();
  await expectAccessible(page);
  // Typed and published in one go: saved before.
  await chapters.fill(`0:00 Abertura\n0:06 ${second}`);
  await publish(page, 'pt');
  await page.getByText(words('done.publish')).first().waitFor();
  await page.waitForURL(/\/channels\/.+\/products\/noite-de-fado/);
  const slug = new URL(page.url()).pathname.split('/').at(-1);
  expect(desk.faults).toEqual([]);
  await desk.context.close();

  const seat = await aVisitor(browser, base);
  await logIn(seat.page, member('viewer'), `/products/${slug}`);
  const inEnglish = (area: 'catalog' | 'sales' | 'player', key: string, values = {}) =>
    say(area, key, values);
  await seat.page
    .getByText(inEnglish('catalog', 'vod.captions', { languages: 'Portuguese' }))
    .waitFor();
  await seat.page.getByText(inEnglish('catalog', 'vod.always')).waitFor();
  await press(seat.page, inEnglish('catalog', 'buy.free'));
  await seat.page.getByRole('checkbox').last().check();
  await press(seat.page, inEnglish('sales', 'checkout.takeFree'));
  await seat.page.getByRole('heading', { name: inEnglish('sales', 'bought.title') }).waitFor();
  await seat.page.goto(`/player/${slug}`);
  const video = seat.page.locator('video');
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0.5);
  // It rests here: a film of twelve seconds is over before a slow machine has pressed what follows, and
  // while it plays its controls step back.
  await seat.page.keyboard.press('k');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
  await seat.page.getByRole('button', { name: inEnglish('player', 'captions.off') }).click();
  await seat.page.getByRole('menuitemradio', { name: 'Portuguese' }).click();
  await expect
    .poll(() =>
      video.evaluate((one: HTMLVideoElement) =>
        [...one.textTracks].map(({ cues }) => (cues?.[0] as VTTCue | undefined)?.text),
      ),
    )
    .toContain('Silêncio, que se vai cantar o fado');
  const size = seat.page.viewportSize() ?? { width: 1280, height: 720 };
  await seat.page.setViewportSize({ width: 390, height: 844 });
  await seat.page.getByRole('button', { name: /^Chapters/ }).click();
  const menu = seat.page.getByRole('menu');
  await expect
    .poll(() => menu.boundingBox())
    .toSatisfy((box: Awaited<ReturnType<typeof menu.boundingBox>>) => {
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    });
  await seat.page.getByRole('menuitemradio', { name: /O fado/ }).click();
  await seat.page.setViewportSize(size);
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(5.9);
  await seat.page.getByRole('slider', { name: inEnglish('player', 'time.title') }).hover();
  await expect.poll(() => seat.page.locator('[style*="storyboard/1.jpg"]').count()).toBe(1);
  expect(seat.faults).toEqual([]);
  await seat.context.close();
}, 400_000);
