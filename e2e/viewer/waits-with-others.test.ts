import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { misplacedOn } from '../layout.ts';
import { field, logIn, member, press } from '../people.ts';
import { say } from '../words.ts';

// The room of a show, on each kind of screen: the chat never lies over the stage.
const base = inject('baseUrl');
const slug = 'ensayo-abierto-la-luz-del-faro';
const words = (key: string, values = {}) => say('player', key, values);

let browser: Browser;
let seat: Visitor;
let other: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  seat = await aVisitor(browser, base, { width: 390, height: 844, reducedMotion: 'reduce' });
  other = await aVisitor(browser, base, { width: 1280, height: 900, reducedMotion: 'reduce' });
  await logIn(seat.page, member('viewer'));
  await logIn(other.page, member('fan'));
  await seated(seat.page, slug, opener(seat.page));
  await seated(other.page, slug, talk(other.page));
});
afterAll(() => browser.close());

const opener = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${words('chat.open')}`) });
const closer = (page: Page) => page.getByRole('button', { name: words('chat.close') });
const talk = (page: Page) => page.getByRole('log', { name: say('chat', 'messages') });
const dock = (page: Page) =>
  page.getByRole('complementary', { name: words('chat.title'), exact: true });

/** The demo opens its doors before it has given out its tickets. */
const seated = (page: Page, show: string, sign: Locator) =>
  vi.waitFor(
    async () => {
      await page.goto(`/player/${show}`);
      await sign.waitFor({ timeout: 4000 });
    },
    { timeout: 100_000, interval: 500 },
  );

const edgesOf = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return { top, bottom, left, right };
  });
/** The words on the stage: what may not be covered. */
const stage = (page: Page) => page.locator('main [role=status]').first();
const hasFocus = (place: Locator) =>
  place.evaluate((element) => element.contains(document.activeElement));

async function write(page: Page, sentence: string): Promise<void> {
  const box = field(page, say('chat', 'write'));
  await box.fill(sentence);
  await box.press('Enter');
  await talk(page).getByText(sentence).waitFor();
}

describe('somebody who waits for a show', () => {
  it('pulls the chat up below the stage on a phone, and closes it by key', async () => {
    const { page } = seat;
    await opener(page).waitFor();
    expect(await talk(page).isVisible()).toBe(false);
    await expectAccessible(page);
    expect(await misplacedOn(page)).toEqual([]);
    await opener(page).click();
    await talk(page).waitFor();
    expect(await hasFocus(dock(page))).toBe(true);
    const { top } = await edgesOf(dock(page));
    expect((await edgesOf(stage(page))).bottom).toBeLessThanOrEqual(top);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await talk(page).isVisible()).toBe(false);
    expect(await hasFocus(opener(page))).toBe(true);
  });

  it('is told of what was said while it was closed', async () => {
    const { page } = seat;
    // Beside the picture of a wide screen it is open by itself.
    await talk(other.page).waitFor();
    await write(other.page, 'Is anybody here yet?');
    const unread = page.getByRole('button', { name: words('chat.openUnread_one', { count: 1 }) });
    await unread.waitFor();
    await unread.press('Enter');
    await talk(page).getByText('Is anybody here yet?').waitFor();
    await write(page, 'First row, by the aisle');
    await closer(page).click();
    await page.getByRole('button', { name: words('chat.open'), exact: true }).waitFor();
  });

  it('pulls the sheet up and down by its edge', async () => {
    const { page } = seat;
    const pull = async (place: Locator, by: number) => {
      const { top, left, right } = await edgesOf(place);
      await page.mouse.move((left + right) / 2, top + 10);
      await page.mouse.down();
      await page.mouse.move((left + right) / 2, top + 10 + by, { steps: 8 });
      await page.mouse.up();
    };
    await pull(dock(page), -400);
    await talk(page).waitFor();
    await pull(dock(page), 400);
    await opener(page).waitFor();
    expect(await talk(page).isVisible()).toBe(false);
  });

  it('has the whole screen for the stage when the phone lies, and the chat at its side', async () => {
    const { page, faults } = seat;
    await page.setViewportSize({ width: 844, height: 390 });
    await opener(page).waitFor();
    expect(await page.getByRole('link', { name: say('shells', 'stage.back') }).isVisible()).toBe(
      true,
    );
    expect((await edgesOf(page.locator('main'))).top).toBe(0);
    expect(await misplacedOn(page)).toEqual([]);
    await opener(page).click();
    await talk(page).waitFor();
    const { left, bottom } = await edgesOf(dock(page));
    expect(bottom).toBe(390);
    expect((await edgesOf(stage(page))).right).toBeLessThanOrEqual(left);
    await expectAccessible(page);
    await closer(page).click();
    expect(await hasFocus(opener(page))).toBe(true);
    expect(faults).toEqual([]);
  });

  it('takes the date of a show to come into the calendar', async () => {
    const { page, faults } = other;
    const coming = 'roda-de-samba-na-mare';
    await seated(page, coming, page.getByRole('timer'));
    expect(await misplacedOn(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      press(page, say('sales', 'mine.calendar')),
    ]);
    expect(file.suggestedFilename()).toBe(`${coming}.ics`);
    expect(faults).toEqual([]);
  });
});
