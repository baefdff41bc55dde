import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, vi } from 'vitest';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { aNewcomer, press } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { stepsOfStory } from '../steps.ts';
import { say } from '../words.ts';

// The site as an app on a phone: what it offers, and when. A browser without a window makes no offer
// to install and reaches no push service: the offer is sent to the page as an event, and the service
// is stood in for in the page. The worker, its messages and their permission are the browser's own.
const base = inject('baseUrl');
const ask = askOf(base);
const slug = 'choro-para-criancas';
const endpoint = 'https://push.example.com/kept-by-this-phone';

let browser: Browser;
let phone: Visitor;
const step = stepsOfStory();
beforeAll(async () => {
  // Notifications and their permission are the browser's own.
  browser = await openBrowser('whole');
  phone = await aVisitor(browser, base, { width: 390, height: 844, reducedMotion: 'reduce' });
  await phone.context.grantPermissions(['notifications'], { origin: base });
  await phone.context.addInitScript(standIns, endpoint);
  // The demonstration announces its shows to come after its doors are open.
  await vi.waitUntil(() => ask(`/api/products/${slug}`).catch(() => null), { timeout: 60_000 });
  const { authToken } = await sessionOf(ask, 'admin');
  const session = await aNewcomer(ask, authToken, 'Paula');
  await phone.context.addInitScript((kept) => {
    localStorage.setItem('platea.session', kept);
  }, JSON.stringify(session));
});
afterAll(() => browser.close());

/** In the page: the browser's offer, its push service, and what the site asks of its person. */
function standIns(address: string) {
  const asked = { permission: 0, install: 0 };
  Object.assign(window, { asked });
  const real = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => {
    asked.permission += 1;
    return real();
  };
  const { register } = ServiceWorkerContainer.prototype;
  // A browser makes its offer once it knows the worker.
  ServiceWorkerContainer.prototype.register = function later(...given) {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        asked.install += 1;
      },
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    dispatchEvent(offer);
    return register.apply(this, given);
  };
  const kept = () => sessionStorage.getItem('push-key');
  const subscription = () => ({
    endpoint: address,
    options: { applicationServerKey: Uint8Array.from(JSON.parse(kept() ?? '[]')).buffer },
    toJSON: () => ({
      endpoint: address,
      // The public key of RFC 8291's example.
      keys: {
        p256dh:
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    }),
    unsubscribe: async () => {
      sessionStorage.removeItem('push-key');
      return true;
    },
  });
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (kept() ? subscription() : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      sessionStorage.setItem('push-key', JSON.stringify([...applicationServerKey]));
      return subscription();
    },
  });
}

type Asked = { permission: number; install: number };
const askedOf = (page: Page) => page.evaluate(() => (window as never as { asked: Asked }).asked);
const installing = () => phone.page.getByText(say('ui', 'install.text'));
const notifying = () => phone.page.getByText(say('sales', 'bought.remind'));

/** What the server answers to the page's next request about its subscription. */
async function answered(method: string, work: () => Promise<void>) {
  const isIt = (address: string) => new URL(address).pathname === '/api/me/push-subscription';
  const [answer] = await Promise.all([
    phone.page.waitForResponse((one) => isIt(one.url()) && one.request().method() === method),
    work(),
  ]);
  return answer;
}

step('no page asks or offers anything before somebody has a ticket', async () => {
  const { page } = phone;
  for (const path of ['/', `/products/${slug}`, `/products/${slug}/checkout`]) {
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await installing().or(notifying()).count()).toBe(0);
    expect(await askedOf(page)).toEqual({ permission: 0, install: 0 });
  }
});

step(
  'with the ticket come a line to be notified and a line to install; nothing is asked yet',
  async () => {
    const { page } = phone;
    await page.getByRole('checkbox').last().check();
    await press(page, say('sales', 'checkout.takeFree'));
    await page.getByRole('heading', { name: say('sales', 'bought.title') }).waitFor();
    await notifying().waitFor();
    await installing().waitFor();
    expect(await askedOf(page)).toEqual({ permission: 0, install: 0 });
  },
);

step('a press installs it, and the line is gone', async () => {
  const { page } = phone;
  await press(page, say('ui', 'install.go'));
  await installing().waitFor({ state: 'detached' });
  expect(await askedOf(page)).toEqual({ permission: 0, install: 1 });
});

step(
  'a press asks for the permission, and the server keeps where this phone is reached',
  async () => {
    const { page } = phone;
    const answer = await answered('PUT', () => press(page, say('notices', 'push.turnOn')));
    expect(answer.status()).toBe(204);
    expect(answer.request().postDataJSON()).toMatchObject({ endpoint });
    await page.getByText(say('notices', 'push.isOn')).waitFor();
    expect(await askedOf(page)).toEqual({ permission: 1, install: 1 });
  },
);

step('a message is shown while another page is open, and its link leads to the show', async () => {
  const { page, context } = phone;
  const session = await context.newCDPSession(page);
  const told = await tellWhenShown();
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: base,
    registrationId: await registrationOf(session),
    data: JSON.stringify({
      ...{ title: 'It begins', body: 'Choro', path: `/player/${slug}` },
      ...{ tag: 'one', language: 'en' },
    }),
  });
  const shown = () =>
    page.evaluate(async () => {
      const { getNotifications } = ServiceWorkerRegistration.prototype;
      const all = await getNotifications.call(await navigator.serviceWorker.ready);
      return all.map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await told.evaluate(({ shown }) => shown);
  expect(await shown()).toEqual([{ title: 'It begins', body: 'Choro', tag: 'one' }]);
  const opened = await pressedNotification();
  // The browser takes it away beside the answer of the worker.
  await expect.poll(shown).toEqual([]);
  await page.goto(opened);
  await page.locator('main h1').first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/player/${slug}`);
});

step('My data takes it back, and the server forgets this phone', async () => {
  const { page, faults } = phone;
  await page.goto('/account/my-data#devices');
  const answer = await answered('DELETE', () => press(page, say('notices', 'push.turnOff')));
  expect(answer.status()).toBe(204);
  expect(new URL(answer.url()).searchParams.get('endpoint')).toBe(endpoint);
  await page.getByText(say('accounts', 'devices.push')).waitFor();
  expect(faults).toEqual([]);
});

/** By what the browser knows the worker of the site. */
function registrationOf(session: CDPSession): Promise<string> {
  return new Promise((found, failed) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${base}/`);
      if (own) found(own.registrationId);
    });
    session.send('ServiceWorker.enable').catch(failed);
  });
}

function workerOfSite() {
  const [worker] = phone.context.serviceWorkers();
  if (!worker) throw new Error('there is no worker');
  return worker;
}

/**
 * The worker says when its next notification is shown. Looking before it is takes it away: chromium
 * forgets a notification that it has kept and does not yet show (of 40, looking all the time lost 15).
 */
function tellWhenShown() {
  return workerOfSite().evaluateHandle(() => {
    const { registration } = self as never as { registration: ServiceWorkerRegistration };
    const show = registration.showNotification.bind(registration);
    const shown = new Promise<void>((isShown) => {
      registration.showNotification = async (...given) => {
        await show(...given);
        isShown();
      };
    });
    return { shown };
  });
}

/** Nobody can press what stands outside of a page: the worker is told of the press. */
async function pressedNotification(): Promise<string> {
  return workerOfSite().evaluate(async () => {
    const scope = self as never as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (address: string) => Promise<null> };
      NotificationEvent: new (type: string, of: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('nothing is shown');
    return new Promise<string>((opened) => {
      // Only a finger may open a window.
      scope.clients.openWindow = async (address) => {
        opened(address);
        return null;
      };
      self.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
  });
}
