import type { BroadcastOutput } from '#contract/live.ts';
import { say } from '../words.ts';
import type { Props } from './props.ts';
import { leaveEmpty, type Scene, seen } from './scene.ts';

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

/** What an organizer sees of a show, and the menus of the desk. */
export const atTheDesk = ({ channel, late, recorded }: Props): Scene[] => [
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
    name: 'desk.recording-wrong',
    who: 'admin',
    address: `/manage/products/${recorded}`,
    act: async (page, language) => {
      await page.getByText(say('live', 'trim.title', {}, language)).click();
      await page.getByLabel(say('live', 'trim.start', {}, language), { exact: true }).fill('4.30');
      await page.getByText(say('live', 'trim.wrong', {}, language)).waitFor();
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
    name: 'broadcast.output-refused',
    who: 'teatro',
    address: `${channel}/products/${late}`,
    tall: false,
    act: async (page, language) => {
      const add = say('live', 'outputs.add', {}, language);
      await page.getByRole('button', { name: add }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[name=url]').fill('https://live.example.com');
      await dialog.locator('input[name=key]').fill('once-only');
      await dialog.getByRole('button', { name: add }).click();
      await dialog.locator('input[name=url][aria-invalid=true]').waitFor();
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
