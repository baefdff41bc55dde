import type { Browser, Page } from 'playwright-core';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { publish } from '../film-product.ts';
import { field, logIn, member } from '../people.ts';
import { aPoster } from '../poster.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const words = (key: string, values = {}) => say('catalog', key, values, 'pt');
const tomorrow = Temporal.Now.zonedDateTimeISO('Europe/Madrid')
  .add({ days: 1 })
  .round('minute')
  .toPlainDateTime()
  .toString({ smallestUnit: 'minute' });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What the status of the saving says once everything typed has arrived. */
const isSaved = (page: Page) =>
  page
    .getByText(new RegExp(say('ui', 'autosave.saved', { time: '\\d\\d:\\d\\d' }, 'pt')))
    .waitFor();

/** Notices cover nothing of the navigation with this name. */
async function expectClearOf(page: Page, navigation: string) {
  const notices = await page
    .getByRole('region', { name: say('ui', 'notices', {}, 'pt'), exact: true })
    .boundingBox();
  const nav = await page.getByRole('navigation', { name: navigation, exact: true }).boundingBox();
  if (!notices || !nav) throw new Error('one of the two is not in sight');
  expect(notices.height).toBeGreaterThan(0);
  expect(notices.x).toBeGreaterThanOrEqual(nav.x + nav.width);
}

it('an organizer makes a product that saves itself, looks at it and publishes it', async () => {
  const { page, faults, context } = await aVisitor(browser, base);
  await logIn(page, member('sala'), '/account/products/new');
  const title = `Trem noturno ${crypto.randomUUID().slice(0, 6)}`;
  await field(page, words('field.title')).pressSequentially(title);
  await isSaved(page);
  await page.waitForURL(/\?draft=trem-noturno/);
  // Typing went on while the draft came into being.
  expect(await field(page, words('field.title')).inputValue()).toBe(title);
  await field(page, words('field.shortDescription')).fill('Um concerto no último trem.');
  await isSaved(page);
  await page.reload();
  await expect.poll(() => field(page, words('field.title')).inputValue()).toBe(title);
  expect(await field(page, words('field.shortDescription')).inputValue()).toBe(
    'Um concerto no último trem.',
  );
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await aPoster());
  await page
    .getByAltText(say('ui', 'image.preview', {}, 'pt'))
    .first()
    .waitFor();
  await field(page, words('session.starts')).fill(tomorrow);
  await field(page, words('field.total')).fill('12,10');
  await page.getByText(words('session.added')).first().waitFor();
  await expectClearOf(page, words('wizard.sections'));
  await expectClearOf(page, say('shells', 'desk.organizer', {}, 'pt'));
  await page.getByRole('button', { name: words('preview.open') }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: title }).waitFor();
  await frame.getByText(words('preview.mark')).waitFor();
  await page.getByRole('button', { name: say('ui', 'preview.close', {}, 'pt') }).click();
  await page.locator('iframe').waitFor({ state: 'detached' });
  await expectAccessible(page);
  const remove = page.getByRole('button', { name: words('act.delete') });
  const toActions = page
    .getByRole('navigation', { name: words('wizard.sections') })
    .getByRole('link', { name: words('section.actions') });
  await toActions.click();
  await remove.waitFor();
  await publish(page, 'pt');
  await page.getByText(words('done.publish')).first().waitFor();
  await page.waitForURL(/\/channels\/.+\/products\/trem-noturno/);
  // Where it was published from stands the way to what everybody sees now.
  const see = page.getByRole('link', { name: words('act.see') });
  expect(await see.getAttribute('href')).toMatch(/^\/products\/trem-noturno/);
  // Whatever was published once stays: nothing offers to delete it.
  await toActions.click();
  await page.getByRole('button', { name: words('act.withdraw') }).waitFor();
  await expect.poll(() => remove.count()).toBe(0);
  await page
    .getByRole('navigation', { name: words('wizard.sections') })
    .getByRole('link', { name: words('section.price') })
    .click();
  // The page at its lasting address stands among the channels, and leads back to its own.
  await page.locator('nav a[href="/account/products/new"]:not([aria-current])').first().waitFor();
  const crumbs = page.getByRole('navigation', { name: say('ui', 'crumbs', {}, 'pt') });
  await crumbs
    .getByRole('link', { name: /^(?!Meus canais)/ })
    .first()
    .waitFor();
  // Out of the draft nothing saves itself: what changes is told, and can be taken back.
  await field(page, words('field.priceNote')).fill('Com café');
  await page
    .getByRole('button', { name: say('ui', 'form.showChanges_one', { count: 1 }, 'pt') })
    .click();
  const undo = say('ui', 'form.undo', { field: words('field.priceNote') }, 'pt');
  await page.getByRole('button', { name: undo }).click();
  await expect.poll(() => field(page, words('field.priceNote')).inputValue()).toBe('');
  const save = page.getByRole('button', { name: say('ui', 'form.save', {}, 'pt'), exact: true });
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

it('what is typed while the line is down is not lost, nor by a reload, and arrives later', async () => {
  const { page, faults, context } = await aVisitor(browser, base);
  await logIn(page, member('sala'), '/account/products/new');
  await field(page, words('field.title')).fill(`Sem linha ${crypto.randomUUID().slice(0, 6)}`);
  await isSaved(page);
  await page.waitForURL(/\?draft=sem-linha/);
  await page.route('**/api/desk/products/*/draft', (route) => route.abort());
  // What a page sends while it goes passes by the route above.
  await page.evaluate(() => {
    const { fetch: real } = window;
    window.fetch = (to, how) =>
      String(to).endsWith('/draft') ? Promise.reject(new TypeError('down')) : real(to, how);
  });
  await field(page, words('field.shortDescription')).fill('Escrito no túnel.');
  await page.getByText(say('ui', 'autosave.offline', {}, 'pt')).waitFor();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page
    .getByText(say('ui', 'form.restored', {}, 'pt'))
    .first()
    .waitFor();
  await expect
    .poll(() => field(page, words('field.shortDescription')).inputValue())
    .toBe('Escrito no túnel.');
  await page.unroute('**/api/desk/products/*/draft');
  await isSaved(page);
  // Another browser knows only what the server does.
  const elsewhere = await aVisitor(browser, base);
  const { pathname, search } = new URL(page.url());
  await logIn(elsewhere.page, member('sala'), pathname + search);
  expect(await field(elsewhere.page, words('field.shortDescription')).inputValue()).toBe(
    'Escrito no túnel.',
  );
  expect(faults).toEqual([]);
  await elsewhere.context.close();
  await context.close();
});
