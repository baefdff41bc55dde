import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { publish } from '../film-product.ts';
import { field, logIn, member } from '../people.ts';
import { aPoster } from '../poster.ts';
import { say } from '../words.ts';

// A poster from the shelf to its buyer: made and published, bought with an address, sent, followed.
const base = inject('baseUrl');
const title = `Cartaz azul ${crypto.randomUUID().slice(0, 6)}`;
const tracking = 'https://post.example/follow/PK42';
const catalog = (key: string) => say('catalog', key, {}, 'pt');
const desk = (key: string) => say('shipments', key, {}, 'pt');
const sales = (key: string, values = {}) => say('sales', key, values);
const mine = (key: string) => say('shipments', key);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const pressExactly = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Three posters at 12.10, sent at home for 5.00. Answers the address of their page. */
async function offerPosters(page: Page): Promise<string> {
  await logIn(page, member('sala'), '/account/products/new');
  await page.getByRole('link', { name: new RegExp(catalog('new.physical')) }).click();
  await page.getByRole('heading', { name: desk('stock.title') }).waitFor();
  await field(page, catalog('field.title')).fill(title);
  await field(page, catalog('field.shortDescription')).fill('Um cartaz em papel grosso.');
  await page.locator('#info input[type=file]').setInputFiles(await aPoster());
  await field(page, catalog('field.total')).fill('12,10');
  await field(page, desk('stock.free')).fill('3');
  await pressExactly(page, desk('stock.save'));
  await page.getByText(desk('stock.saved')).first().waitFor();
  await page.getByRole('link', { name: desk('stock.toShipping') }).waitFor();
  await openActions(page);
  // It is sold only when it can reach somebody: what is missing leads to where that is said.
  const act = page.getByRole('button', { name: catalog('act.publish') });
  await expect.poll(() => act.isDisabled()).toBe(true);
  await page.getByRole('link', { name: catalog('missing.shipping') }).click();
  await sendAtHome(page);
  await page.goBack();
  await openActions(page);
  await publish(page, 'pt');
  await page.getByText(catalog('done.publish')).first().waitFor();
  const see = page.getByRole('link', { name: catalog('act.see') });
  const address = (await see.getAttribute('href')) ?? '';
  // The first page of a thing that this server shows: pieces of it are fetched alone.
  const shown = await fetch(new URL(address, base));
  expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining(title)]);
  return address;
}

const openActions = (page: Page) =>
  page
    .getByRole('navigation', { name: catalog('wizard.sections') })
    .getByRole('link', { name: catalog('section.actions') })
    .click();

/** The channel says that it sends at home; until then its page says that it sends nowhere. */
async function sendAtHome(page: Page): Promise<void> {
  await page.getByText(desk('shipping.noZones')).waitFor();
  await pressExactly(page, desk('shipping.add'));
  await page.getByRole('menuitem', { name: desk('zone.home') }).click();
  await field(page, desk('shipping.perOrder')).fill('5,00');
  await expectAccessible(page);
  await pressExactly(page, say('ui', 'form.save', {}, 'pt'));
  await page.getByText(desk('shipping.saved')).first().waitFor();
}

/** Steps in the cart to as many as there are, and back to two. */
async function chooseInCart(page: Page): Promise<void> {
  await pressExactly(page, say('catalog', 'buy.cart'));
  const many = page.getByRole('group', { name: sales('cart.quantity', { title }) });
  const more = many.getByRole('button', { name: sales('cart.more', { title }) });
  const shows = (count: number) => many.getByText(String(count), { exact: true }).waitFor();
  for (const count of [2, 3]) {
    await more.click();
    await shows(count);
  }
  expect(await more.getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(page);
  await many.getByRole('button', { name: sales('cart.fewer', { title }) }).click();
  await shows(2);
}

/** Two of them, to an address at home. */
async function buyTwo(page: Page, address: string): Promise<void> {
  await logIn(page, member('viewer'), address);
  await chooseInCart(page);
  await page.goto(address);
  await pressExactly(page, say('catalog', 'buy.thing'));
  await field(page, mine('way.quantity')).fill('2');
  const pay = sales('checkout.payAmount', { amount: '€29.20' });
  await page.getByTestId('total').getByText('€29.20').waitFor();
  // The press says what is missing, and leads to the first of it.
  await pressExactly(page, pay);
  const name = field(page, mine('address.name'));
  await expectFocused(name);
  await name.fill('Vera Viewer');
  await field(page, mine('address.street')).fill('Calle del Prado 5');
  await field(page, mine('address.city')).fill('Madrid');
  await field(page, mine('address.country')).selectOption('ES');
  await field(page, mine('address.postalCode')).fill('28014');
  await field(page, sales('card.number')).fill('4242 4242 4242 4242');
  await field(page, sales('card.expiry')).fill('1240');
  await field(page, sales('card.cvc')).fill('123');
  await page.getByRole('checkbox').last().check();
  await expectAccessible(page);
  await orderOnABill(page, pay);
  await page.getByRole('heading', { name: sales('bought.thing') }).waitFor();
}

/** With an invoice in a name: half of it is told at the fields, whole it is paid. */
async function orderOnABill(page: Page, pay: string): Promise<void> {
  await page.getByRole('switch', { name: sales('billing.wanted') }).check();
  await pressExactly(page, pay);
  await expectFocused(field(page, sales('billing.company')));
  const typed = {
    company: 'Vera SL',
    nif: '12345',
    address: 'Calle del Prado 5',
    city: 'Madrid',
    postalCode: '28014',
  };
  // By name: city and postal code stand in the address of the parcel too.
  for (const [name, value] of Object.entries(typed)) {
    await page.locator(`[name="billing.${name}"]`).fill(value);
  }
  await page.locator('[name="billing.country"]').selectOption('ES');
  await pressExactly(page, pay);
  const nif = field(page, sales('billing.nif'));
  await expectFocused(nif);
  expect(await field(page, sales('billing.company')).inputValue()).toBe('Vera SL');
  await expectAccessible(page);
  await nif.fill('B58818501');
  await pressExactly(page, pay);
}

/** Has it the cursor by now? */
const expectFocused = (one: Locator) =>
  expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true);

it('a poster is bought with an address, marked as sent, and followed by its buyer', async () => {
  const organizer = await aVisitor(browser, base);
  const buyer = await aVisitor(browser, base);
  const address = await offerPosters(organizer.page);
  await buyTwo(buyer.page, address);

  const { page } = organizer;
  await page.goto('/account/shipments');
  const row = page.getByRole('row').filter({ hasText: title });
  await row.getByText('Calle del Prado 5').waitFor();
  await expectAccessible(page);
  await row.getByRole('button', { name: desk('act.send') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(desk('send.carrier')).fill('Correios');
  await dialog.getByLabel(desk('send.code')).fill('PK42');
  await dialog.getByLabel(desk('send.url')).fill(tracking);
  await dialog.getByRole('button', { name: desk('send.do') }).click();
  await row.getByText(desk('state.sent'), { exact: true }).waitFor();

  await buyer.page.goto('/mystuff/orders');
  const order = buyer.page.getByRole('row').filter({ hasText: title });
  await order.getByText(mine('state.sent'), { exact: true }).waitFor();
  const follow = order.getByRole('link', { name: mine('mine.track') });
  expect(await follow.getAttribute('href')).toBe(tracking);
  expect([...organizer.faults, ...buyer.faults]).toEqual([]);
  await organizer.context.close();
  await buyer.context.close();
});
