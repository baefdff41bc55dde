import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { addressOf, type Example, memberOfDemo, screens, type Who } from '../screens.ts';
import { say } from '../words.ts';
import { atTheDesk } from './desk-scenes.ts';
import { givingScenes } from './giving.ts';
import { integrationScenes } from './integrations.ts';
import { leadScenes } from './leads.ts';
import { moneyBackScenes } from './money-back.ts';
import { payoutScenes } from './payouts.ts';
import type { Props } from './props.ts';
import { type Language, leaveEmpty, type Scene, seen } from './scene.ts';
import { soldOrderScenes } from './sold-order.ts';

/** Every screen of the list, as it is opened. */
export function screensAsScenes(examples: Record<Who, Example>): Scene[] {
  return screens.map(({ path, who }) => ({
    name: path === '*' ? 'not-found' : nameOf(path),
    who: memberOfDemo[who],
    address: () => addressOf(path, examples[who]),
    // The stage is as large as the window.
    tall: !path.startsWith('/player'),
  }));
}

const nameOf = (path: string) =>
  path
    .replaceAll(/:\w+/g, 'one')
    .replaceAll(/[^\w-]+/g, ' ')
    .trim()
    .replaceAll(' ', '.') || 'home';

/** States of screens that one would not see by opening them. */
export const states = (props: Props): Scene[] => [
  ...publicStates(props),
  ...guestStates,
  ...buying(props),
  ...watching(props),
  ...atTheDesk(props),
  ...payoutScenes,
  ...leadScenes(props),
  ...moneyBackScenes,
  ...soldOrderScenes,
  ...integrationScenes,
  ...givingScenes(props.giving),
];

const publicStates = (props: Props): Scene[] => [
  seen({ name: 'search.found', who: null, address: '/search-results?q=faro' }),
  seen({ name: 'search.few-letters', who: null, address: '/search-results?q=fa' }),
  seen({ name: 'search.nothing', who: null, address: '/search-results?q=zzyzx' }),
  seen({ name: 'product.free', who: null, address: `/products/${props.free}` }),
  seen({ name: 'product.offer', who: null, address: `/products/${props.offer}` }),
  seen({ name: 'product.over', who: null, address: `/products/${props.recorded}` }),
  seen({ name: 'product.sold-out', who: null, address: `/products/${props.soldOut}` }),
  seen({ name: 'product.dates', who: null, address: `/products/${props.dates}` }),
  seen({ name: 'product.hidden', who: null, address: `/products/${props.hidden}` }),
  seen({ name: 'styleguide', who: null, address: '/styleguide' }),
];

const guestStates: Scene[] = [
  seen({ name: 'login.errors', who: null, address: '/login', act: leaveEmpty }),
  seen({ name: 'logup.errors', who: null, address: '/logup', act: leaveEmpty }),
  seen({ name: 'logup.rehearsal', who: null, address: '/logup?next=%2Frehearsals%2Fof-a-guest' }),
  seen({
    name: 'login.refused',
    who: null,
    address: '/login',
    act: async (page) => {
      await page.locator('main input[type=email]').fill('vera@platea.example');
      await page.locator('main input[type=password]').fill('Not-the-one-1!');
      await page.locator('main button[type=submit]').click();
      await page.locator('main [role=alert], main [data-error]').first().waitFor();
    },
  }),
];

async function payWith(page: Page, number: string): Promise<void> {
  if ((await page.locator('[autocomplete=cc-number]').count()) > 0) {
    await page.locator('[autocomplete=cc-number]').fill(number);
    await page.locator('[autocomplete=cc-exp]').fill('1240');
    await page.locator('[autocomplete=cc-csc]').fill('123');
  }
  await page.locator('main input[type=checkbox]').last().check();
  await page.locator('main button[type=submit]').last().click();
}

const buying = ({ free, offer, code, bought }: Props): Scene[] => [
  seen({ name: 'checkout.paid', who: 'fan', address: `/products/${offer}/checkout` }),
  seen({ name: 'checkout.free', who: 'sala', address: `/products/${free}/checkout` }),
  seen({
    name: 'checkout.coupon',
    who: 'fan',
    address: `/products/${offer}/checkout?code=${code}`,
  }),
  seen({
    name: 'checkout.declined',
    who: 'fan',
    address: `/products/${offer}/checkout`,
    act: async (page) => {
      await payWith(page, '4000000000000002');
      await page.locator('main [role=alert]').first().waitFor();
    },
  }),
  {
    name: 'checkout.done',
    who: 'sala',
    // A ticket is bought once: another show in each language.
    address: (language) => `/products/${bought[language]}/checkout`,
    act: async (page) => {
      await payWith(page, '4242424242424242');
      await page
        .locator('main a[href^="/player/"], main a[href="/mystuff/products"]')
        .first()
        .waitFor();
    },
  },
  seen({ name: 'mystuff.empty', who: 'admin', address: '/mystuff/products' }),
  seen({ name: 'orders.empty', who: 'admin', address: '/mystuff/orders' }),
  seen({
    name: 'mystuff.error',
    who: 'admin',
    address: '/mystuff/products',
    instead: {
      path: '**/api/me/tickets*',
      status: 500,
      change: () => ({ code: 'SERVER_ERROR', message: '', requestId: 'req-1' }),
    },
  }),
];

/** As the product words it when it refuses. */
function refusalIn(language: Language, code: string): string {
  const file = `server/platform/http/words/${language}.json`;
  const { errors } = JSON.parse(readFileSync(file, 'utf8')) as { errors: Record<string, string> };
  return errors[code] ?? '';
}

/** Its hour has come, and nothing is on air. */
const due = { state: 'countdown', startsAt: null, session: null, media: null };

const watching = ({ recorded, countdown, late, offer }: Props): Scene[] => [
  seen({ name: 'player.waiting', who: 'fan', address: `/player/${countdown}`, tall: false }),
  ...[false, true].map((isLate) =>
    seen({
      name: isLate ? 'player.late' : 'player.due',
      who: 'fan',
      address: `/player/${late}`,
      tall: false,
      instead: {
        path: '**/api/products/*/playback',
        status: 200,
        change: (answer) => ({ ...answer, ...due, late: isLate }),
      },
    }),
  ),
  seen({ name: 'player.no-ticket', who: 'viewer', address: `/player/${offer}`, tall: false }),
  seen({
    name: 'player.too-many',
    who: 'fan',
    address: `/player/${recorded}`,
    tall: false,
    instead: {
      path: '**/api/products/*/playback',
      status: 409,
      change: (_, language) => ({
        code: 'TOO_MANY_VIEWS',
        message: refusalIn(language, 'TOO_MANY_VIEWS'),
      }),
    },
  }),
  seen({
    name: 'player.chat',
    who: 'fan',
    address: `/player/${late}`,
    tall: false,
    widths: [390, 768],
    actAt: 390,
    act: async (page, language) => {
      const name = new RegExp(`^${say('player', 'chat.open', {}, language)}`);
      await page.getByRole('button', { name }).click();
    },
  }),
  seen({
    name: 'player.recording',
    who: 'fan',
    address: `/player/${recorded}`,
    tall: false,
    act: (page) => page.locator('main video').waitFor(),
  }),
  ...(['countdown', 'finished', 'expired'] as const).map((state) =>
    seen({
      name: `player.${state}`,
      who: 'fan',
      address: `/player/${countdown}`,
      tall: false,
      instead: {
        path: '**/api/products/*/playback',
        status: 200,
        change: (answer) => ({ ...answer, state }),
      },
    }),
  ),
];
