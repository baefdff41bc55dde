import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { field, logIn, member, tokenOf } from '../people.ts';
import { askOf } from '../screens.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const words = (key: string, values = {}) => say('catalog', key, values, 'es');
const ui = (key: string, values = {}) => say('ui', key, values, 'es');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const isSaved = (page: Page) =>
  page.getByText(new RegExp(ui('autosave.saved', { time: '\\d\\d:\\d\\d' }))).waitFor();

/** A draft of the organizer's, at one of its sections. */
async function aDraft(section: string) {
  const visitor = await aVisitor(browser, base);
  const { page } = visitor;
  await logIn(page, member('teatro'), '/account/products/new');
  await field(page, words('field.title')).fill(`El faro ${crypto.randomUUID().slice(0, 6)}`);
  await isSaved(page);
  await page.waitForURL(/\?draft=el-faro/);
  if (section !== 'info') {
    await page
      .getByRole('link', { name: words(`section.${section}`) })
      .or(page.getByRole('button', { name: words(`section.${section}`) }))
      .first()
      .click();
    // Its heading takes the focus: only then can one go on from there.
    await page.locator(`#${section} h2:focus`).waitFor();
  }
  return visitor;
}

type Draft = { form: { description: string; pictureId: string | null } };

/** What the server keeps of the draft that is open. */
async function kept(page: Page): Promise<Draft['form']> {
  const slug = new URL(page.url()).searchParams.get('draft') ?? '';
  return (await askOf(base)<Draft>(`/api/desk/products/${slug}`, await tokenOf(page))).form;
}

it('an organizer writes a text by keys and tools, and what harms is left behind', async () => {
  const { page, faults, context } = await aDraft('description');
  const box = page.getByRole('textbox', { name: words('field.description') });
  await box.waitFor();
  await box.focus();
  await page.keyboard.type('Reparto');
  await page.keyboard.press('Control+Alt+3');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Ana');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' y Luis, en ');
  await page.keyboard.press('Control+k');
  // Elsewhere these keys open the search.
  const address = page.getByLabel(ui('rich.linkAddress'));
  await address.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await page.getByText(ui('rich.linkWrong')).waitFor();
  await expectAccessible(page);
  await address.fill('platea.test/faro');
  await page.keyboard.press('Enter');
  await address.waitFor({ state: 'detached' });
  const link = 'rel="noopener nofollow ugc" target="_blank"';
  const first = `<h3>Reparto</h3><p><strong>Ana</strong> y Luis, en <a href="https://platea.test/faro" ${link}>platea.test/faro</a></p>`;
  await expect.poll(async () => (await kept(page)).description).toBe(first);

  // One stop for Tab, arrows inside of it.
  await page.getByRole('toolbar').getByRole('button').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  const reached = page.locator(':focus');
  await expect.poll(() => reached.getAttribute('aria-label')).toBe(ui('rich.bold'));
  await expect.poll(() => page.locator('[role=toolbar] button[tabindex="0"]').count()).toBe(1);

  // What Word and worse put on the clipboard.
  await box.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await box.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      [
        '<style>p{color:red}</style><h1 onclick="x()">Programa</h1>',
        '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Uno<o:p></o:p></p>',
        '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Dos</p>',
        '<p><img src=x onerror="window.hurt=1"><a href="javascript:window.hurt=1">mal</a></p>',
        '<script>window.hurt=1</script><iframe src="/"></iframe>',
      ].join(''),
    );
    const given = { clipboardData: data, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', given));
  });
  const pasted = '<h3>Programa</h3><ul><li><p>Uno</p></li><li><p>Dos</p></li></ul><p>mal</p>';
  await expect.poll(async () => (await kept(page)).description).toBe(first + pasted);
  expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBe(undefined);

  // Taken back, and there again after a reload.
  await page.getByRole('button', { name: ui('rich.undo') }).click();
  await expect.poll(async () => (await kept(page)).description).toBe(first);
  await page.reload();
  await box.getByText('Reparto').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

/** Left half red, right half blue: what was kept can be seen by its colour. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d02020' } })
    .composite([
      {
        input: {
          create: { width: Math.ceil(width / 2), height, channels: 3, background: '#2020d0' },
        },
        left: Math.floor(width / 2),
        top: 0,
      },
    ])
    .png()
    .toBuffer();

const choose = async (page: Page, buffer: Buffer, mimeType = 'image/png', name = 'a.png') =>
  page.locator('#info input[type=file]').setInputFiles({ name, mimeType, buffer });

type Made = { picture: { width: number; height: number; widths: number[]; id: string } | null };

it('a picture of another shape is cut to it by keys alone, and keeps its pixels', async () => {
  const { page, faults, context } = await aDraft('info');
  await choose(page, await halves(3000, 1300));
  const dialog = page.getByRole('dialog');
  const area = dialog.getByRole('application', { name: ui('crop.area') });
  await area.waitFor();
  await area.focus();
  // As far to the left as it goes: only red is left.
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowRight');
  await dialog.getByText(/2200\s×\s1300/).waitFor();
  await dialog.getByRole('button', { name: ui('crop.use') }).click();
  await page.getByAltText(ui('image.preview')).first().waitFor();
  await expect.poll(async () => (await kept(page)).pictureId).not.toBe(null);
  const slug = new URL(page.url()).searchParams.get('draft') ?? '';
  const { picture } = await askOf(base)<Made>(`/api/desk/products/${slug}`, await tokenOf(page));
  expect([picture?.width, picture?.height]).toEqual([2200, 1300]);
  const file = await fetch(`${base}/images/${picture?.id}/320.webp`);
  const [red = 0, , blue = 255] = await sharp(Buffer.from(await file.arrayBuffer()))
    .extract({ left: 0, top: 0, width: 200, height: 180 })
    .resize(1, 1)
    .raw()
    .toBuffer();
  expect([red > 180, blue < 60]).toEqual([true, true]);

  // Adjusted again, from what was chosen and not from what was cut out of it.
  await page
    .getByRole('button', { name: ui('image.adjust') })
    .first()
    .click();
  await dialog.getByText(/2200\s×\s1300/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect((await kept(page)).pictureId).toBe(picture?.id);
  expect(faults).toEqual([]);
  await context.close();
});

it('what is wrong with a file is said before it is sent', async () => {
  const { page, faults, context } = await aDraft('info');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/images')) sent.push(request.url());
  });
  await choose(page, Buffer.from('a document'), 'application/pdf', 'a.pdf');
  await page.getByText(ui('image.wrongType')).waitFor();
  await choose(page, Buffer.alloc(8 * 1024 * 1024 + 1), 'image/png');
  await page.getByText(ui('image.tooLarge')).waitFor();
  await choose(page, Buffer.from('no picture at all'), 'image/jpeg', 'a.jpg');
  await page.getByText(ui('image.broken')).waitFor();
  expect(sent).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

it('a picture that did not arrive is sent again, or called back, without being chosen anew', async () => {
  const { page, faults, context } = await aDraft('info');
  const place = page.locator('#info');
  await page.route('**/api/images', (route) => route.abort());
  const poster = await halves(1100, 650);
  // Pasted, with the pointer on the place.
  await place.locator('input[type=file]').evaluate(
    (input, bytes) => {
      (input as HTMLInputElement).focus();
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
      const given = { clipboardData: data, bubbles: true, cancelable: true };
      input.dispatchEvent(new ClipboardEvent('paste', given));
    },
    [...poster],
  );
  await place.getByText(ui('image.failed')).waitFor();
  await expectAccessible(page);
  // What was typed meanwhile is there.
  await field(page, words('field.shortDescription')).fill('Escrito mientras tanto.');
  await page.unroute('**/api/images');
  // On its way for as long as nobody answers.
  await page.route('**/api/images', () => undefined);
  await place.getByRole('button', { name: ui('error.retry') }).click();
  await place.getByRole('button', { name: ui('image.cancel') }).click();
  await place.getByText(ui('image.drop')).waitFor();
  expect((await kept(page)).pictureId).toBe(null);
  await page.unroute('**/api/images');

  // Dropped.
  await place.getByText(ui('image.drop')).evaluate(
    (element, bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
      const given = { dataTransfer: data, bubbles: true, cancelable: true };
      element.dispatchEvent(new DragEvent('dragover', given));
      element.dispatchEvent(new DragEvent('drop', given));
    },
    [...poster],
  );
  await place.getByAltText(ui('image.preview')).waitFor();
  await expect.poll(async () => (await kept(page)).pictureId).not.toBe(null);
  expect(await field(page, words('field.shortDescription')).inputValue()).toBe(
    'Escrito mientras tanto.',
  );
  expect(faults).toEqual([]);
  await context.close();
});
