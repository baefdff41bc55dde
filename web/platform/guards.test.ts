import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Role } from '#contract/shared/roles.ts';
import type { SessionUser } from '#web/platform/session.ts';
import { afterLogin, loginAddress, safeNext } from './guards.ts';

test.each([
  ['/mystuff/products', '/mystuff/products'],
  ['/products/x?q=1#a', '/products/x?q=1#a'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/a\\b', '/'],
  ['/\tevil', '/'],
  ['/\n/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [null, '/'],
])('after log-in %j leads to %s', (next, address) => {
  expect(safeNext(next)).toBe(address);
});

const withRoles = (...roles: Role[]) => ({ roles }) as SessionUser;

test.each<[Role[], string]>([
  [['USER'], '/'],
  [['USER', 'PRESS'], '/'],
  [['USER', 'PRODUCER'], '/account/globalview'],
  [['USER', 'ADMIN'], '/manage/products'],
  [['USER', 'PRODUCER', 'ADMIN'], '/account/globalview'],
])('who logs in as %j and wants no page in particular begins at %s', (roles, address) => {
  expect(afterLogin(withRoles(...roles), null)).toBe(address);
  expect(afterLogin(withRoles(...roles), '//evil.example')).toBe(address);
});

test('the page that was wanted comes before the desk', () => {
  const organizer = withRoles('USER', 'PRODUCER', 'ADMIN');
  expect(afterLogin(organizer, '/products/x/checkout')).toBe('/products/x/checkout');
});

test('log-in knows where one came from', () => {
  const address = loginAddress({ pathname: '/manage/products', search: '?page=2&q=a b' });
  expect(new URLSearchParams(address.split('?')[1]).get('next')).toBe(
    '/manage/products?page=2&q=a b',
  );
});

describe('the guards of members, organizers and administrators', () => {
  type Answer = { status: number; body: object };
  let asked = 0;

  /** A browser with a session of these roles, and a server that answers `getMe` like this. */
  async function aBrowser(given: { roles?: Role[]; server?: Answer | 'away' }) {
    const { signIn, sessionUser } = await import('./session.ts');
    if (given.roles) signIn({ authToken: 'x', roles: given.roles } as never);
    vi.stubGlobal('fetch', async () => {
      asked += 1;
      if (given.server === 'away') throw new TypeError('no network');
      const { status, body } = given.server as Answer;
      return new Response(JSON.stringify(body), { status });
    });
    return { ...(await import('./guards.ts')), sessionUser };
  }

  const visit = { request: new Request('http://site.test/account/channels?page=2') };
  const login = `/login?next=${encodeURIComponent('/account/channels?page=2')}`;
  const sentTo = (guard: (given: typeof visit) => Promise<void>) =>
    guard(visit).then(
      () => null,
      (answer: Response) => answer.headers.get('Location'),
    );
  const roles = (...given: Role[]): Answer => ({ status: 200, body: { roles: given } });

  beforeEach(() => {
    asked = 0;
    const kept = new Map<string, string>();
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    };
    vi.stubGlobal('window', { addEventListener() {}, dispatchEvent() {}, localStorage });
    vi.stubGlobal('document', { documentElement: { lang: 'en' } });
    // The session is read once a page: each test is a page of its own.
    vi.resetModules();
  });
  afterEach(() => vi.unstubAllGlobals());

  test('send a stranger to log-in, and back here afterwards', async () => {
    const { requireUser, requireProducer, requireAdmin } = await aBrowser({});
    for (const guard of [requireUser, requireProducer, requireAdmin]) {
      expect(await sentTo(guard)).toBe(login);
    }
    expect(asked).toBe(0);
  });

  test('let in whoever has the role, without a question', async () => {
    const browser = await aBrowser({ roles: ['USER', 'PRODUCER', 'ADMIN'] });
    for (const guard of [browser.requireUser, browser.requireProducer, browser.requireAdmin]) {
      expect(await sentTo(guard)).toBeNull();
    }
    expect(asked).toBe(0);
  });

  test('send a viewer home from both desks, an organizer from administration', async () => {
    const viewer = await aBrowser({ roles: ['USER'], server: roles('USER') });
    expect(await sentTo(viewer.requireProducer)).toBe('/');
    expect(await sentTo(viewer.requireAdmin)).toBe('/');
    vi.resetModules();
    const server = roles('USER', 'PRODUCER');
    const organizer = await aBrowser({ roles: ['USER', 'PRODUCER'], server });
    expect(await sentTo(organizer.requireAdmin)).toBe('/');
  });

  test('ask the server before they refuse: who was made an organizer meanwhile comes in', async () => {
    const server = roles('USER', 'PRODUCER');
    const { requireProducer, sessionUser } = await aBrowser({ roles: ['USER'], server });
    // Guard and frame at once: one question.
    expect(await Promise.all([sentTo(requireProducer), sentTo(requireProducer)])).toEqual([
      null,
      null,
    ]);
    expect([asked, sessionUser()?.roles]).toEqual([1, ['USER', 'PRODUCER']]);
  });

  test('send to log-in when the server no longer knows the session', async () => {
    const server = { status: 401, body: { code: 'NOT_LOGGED_IN' } };
    const { requireProducer, sessionUser } = await aBrowser({ roles: ['USER'], server });
    expect(await sentTo(requireProducer)).toBe(login);
    expect(sessionUser()).toBeNull();
  });

  test('refuse when the server cannot be asked', async () => {
    const { requireProducer } = await aBrowser({ roles: ['USER'], server: 'away' });
    expect(await sentTo(requireProducer)).toBe('/');
  });
});
