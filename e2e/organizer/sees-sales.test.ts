import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { aVisitor, openBrowser } from '../browser.ts';
import { logIn, member } from '../people.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const slug = 'choro-para-criancas';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function ask(path: string, { token = '', body }: { token?: string; body?: object }) {
  const answer = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function logInOf(key: string) {
  const { email, password } = member(key);
  return { email, password };
}

/** A free ticket of the show for somebody of the demo, taken elsewhere. */
async function takeTicket(key: string): Promise<void> {
  const { authToken: token } = await ask('/api/sessions', { body: logInOf(key) });
  const { sessions } = await ask(`/api/products/${slug}/checkout`, { token });
  const form = { sessionId: sessions[0].id, code: null, expectedTotal: 0, acceptTerms: true };
  await ask('/api/orders', { token, body: { productSlug: slug, ...form } });
}

it('an organizer sees what is sold while their desk is open, and loses nothing typed', async () => {
  const { page, faults, context } = await aVisitor(browser, base);
  // The demo goes on after it opens its doors: this show comes later.
  const found = () => ask(`/api/products/${slug}`, {});
  await vi.waitFor(found, { timeout: 100_000, interval: 1000 });
  await logIn(page, member('sala'), `/account/channels/sala-mare/products/${slug}`);
  const form = new Intl.PluralRules('pt-BR');
  const sold = (count: number) =>
    page.getByText(say('catalog', `session.taken_${form.select(count)}`, { shown: count }, 'pt'));
  // Others may have taken some before.
  const { authToken: token } = await ask('/api/sessions', { body: logInOf('sala') });
  const { sessions } = await ask(`/api/desk/products/${slug}`, { token });
  const before = sessions[0].tickets;
  await sold(before).waitFor();
  const note = page.getByLabel(say('catalog', 'field.priceNote', {}, 'pt'));
  await note.fill('Para toda a família');
  await takeTicket('viewer');
  await sold(before + 1).waitFor();
  expect(await note.inputValue()).toBe('Para toda a família');
  await takeTicket('fan');
  await sold(before + 2).waitFor();
  expect(await note.inputValue()).toBe('Para toda a família');
  expect(faults).toEqual([]);
  await context.close();
});
