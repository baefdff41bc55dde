import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { BroadcastOutput } from '#contract/live.ts';
import type { castList } from '#server/demo/cast.ts';
import { addressOf, type Example, memberOfDemo, screens, type Who } from '../screens.ts';
import { say } from '../words.ts';
import type { Props } from './props.ts';

type Key = (typeof castList)[number]['key'];
export type Language = 'en' | 'es' | 'pt';

export type Scene = {
  name: string;
  who: Key | null;
  address: (language: Language) => string;
  /** As tall as its page, or as a screen: what floats has its place on a screen. */
  tall?: boolean;
  widths?: number[];
  /** What is done on the page before it is photographed, at this width. */
  act?: (page: Page, language: Language) => Promise<void>;
  actAt?: number;
  /** What the API answers instead, where the demonstration cannot get into that state. */
  instead?: {
    path: string;
    status: number;
    change: (answer: object, language: Language) => object;
  };
};

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
];

const seen = (scene: Omit<Scene, 'address'> & { address: string }): Scene => ({
  ...scene,
  address: () => scene.address,
});

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

/** Leaves each required field empty after having been in it. */
async function leaveEmpty(page: Page): Promise<void> {
  for (const field of await page.locator('main input[required]:not([type=checkbox])').all()) {
    if (!(await field.isVisible())) continue;
    await field.fill('1');
    await field.fill('');
    await field.blur();
  }
}

const guestStates: Scene[] = [
  seen({ name: 'login.errors', who: null, address: '/login', act: leaveEmpty }),
  seen({ name: 'logup.errors', who: null, address: '/logup', act: leaveEmpty }),
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

const watching = ({ recorded, countdown, late, offer }: Props): Scene[] => [
  seen({ name: 'player.waiting', who: 'fan', address: `/player/${countdown}`, tall: false }),
  seen({ name: 'player.late', who: 'fan', address: `/player/${late}`, tall: false }),
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

/** An output in each of its states: the demonstration sends nothing to others. */
const outputs: Partial<BroadcastOutput>[] = [
  { name: 'YouTube', url: 'rtmps://a.rtmps.youtube.com/live2', state: 'sending' },
  {
    name: 'Twitch',
    url: 'rtmp://live.twitch.tv/app',
    state: 'refused',
    reason: { code: 'refused', said: 'Stream key is not valid.' },
    // A day of another year: no clock of a photograph comes near.
    nextTryAt: '2020-01-01T20:15:00.000Z',
  },
  {
    name: 'Teatro del Faro',
    url: 'rtmps://live.teatro-del-faro.example.com:8443/application/instance-of-the-house',
    duringRehearsals: true,
    state: 'retrying',
    reason: { code: 'unreachable', said: '' },
    nextTryAt: '2020-01-01T20:15:00.000Z',
  },
  { name: 'Facebook', state: 'sending', reason: { code: 'too_slow', said: '' } },
  { name: 'Vimeo', url: 'rtmps://rtmp-global.cloud.vimeo.com/live', state: 'off', enabled: false },
];

const withOutputs = (answer: object): object => ({
  ...answer,
  outputs: outputs.map((output, index) => ({
    id: `0190a000-0000-7000-8000-00000000000${index}`,
    url: 'rtmps://live-api-s.facebook.com:443/rtmp',
    keyEnds: 'mnop',
    enabled: true,
    duringRehearsals: false,
    reason: null,
    since: null,
    nextTryAt: null,
    can: { switchOn: true, switchOff: true, change: true, remove: true },
    ...output,
  })),
});

const atTheDesk = ({ channel, late, recorded }: Props): Scene[] => [
  seen({
    name: 'desk.recording',
    who: 'admin',
    address: `/manage/products/${recorded}`,
    act: async (page, language) => {
      await page.getByText(say('live', 'trim.title', {}, language)).click();
      await page.getByLabel(say('live', 'trim.start', {}, language), { exact: true }).waitFor();
    },
  }),
  seen({
    name: 'broadcast.outputs',
    who: 'teatro',
    address: `${channel}/products/${late}`,
    instead: { path: '**/api/desk/products/*/broadcast', status: 200, change: withOutputs },
    act: (page) => page.getByText('Vimeo', { exact: true }).waitFor(),
  }),
  seen({
    name: 'broadcast.output-form',
    who: 'teatro',
    address: `${channel}/products/${late}`,
    tall: false,
    act: async (page, language) => {
      await page.getByRole('button', { name: say('live', 'outputs.add', {}, language) }).click();
      await page.getByRole('dialog').waitFor();
    },
  }),
  seen({
    name: 'menu.account',
    who: 'teatro',
    address: '/account/globalview',
    tall: false,
    act: async (page, language) => {
      const name = new RegExp(say('shells', 'account.open', {}, language));
      await page.getByRole('button', { name }).click();
    },
  }),
  seen({
    name: 'menu.bell',
    who: 'teatro',
    address: '/account/globalview',
    tall: false,
    act: async (page, language) => {
      await page.locator('header button:has(.tabler-icon-bell)').click();
      await page
        .getByRole('region', { name: say('notices', 'bell.title', {}, language), exact: true })
        .first()
        .waitFor();
    },
  }),
  seen({
    name: 'menu.drawer',
    who: 'teatro',
    address: '/account/globalview',
    tall: false,
    widths: [390, 768],
    actAt: 390,
    act: async (page, language) => {
      await page.getByRole('button', { name: say('shells', 'nav.open', {}, language) }).click();
    },
  }),
  seen({
    name: 'dialog.leave',
    who: 'teatro',
    // A product's draft saves itself: nobody is asked there.
    address: channel,
    tall: false,
    act: async (page) => {
      await page.locator('main input[type=text], main input:not([type])').first().fill('La luz');
      await page.locator('nav a[href="/account/sales"]').first().click();
      await page.getByRole('dialog').waitFor();
    },
  }),
  seen({
    name: 'product-form.errors',
    who: 'teatro',
    address: '/account/products/new',
    act: leaveEmpty,
  }),
  seen({ name: 'users.nobody', who: 'admin', address: '/manage/manage-users?q=zzyzx' }),
];
