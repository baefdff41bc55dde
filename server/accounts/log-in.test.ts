import { describe, expect, it, onTestFinished } from 'vitest';
import { accountsContract, SessionUser } from '#contract/accounts.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { forgetReactions, when } from '#server/platform/facts.ts';
import { setReactions } from '#server/reactions.ts';
import { aLogIn, anOrganizer, aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { app, call, refusal, send } from '#test/story.ts';
import { LoggedOut } from './index.ts';
import { digestPassword } from './passwords.ts';

const wrong = { status: 401, code: 'LOGIN_INVALID' };
const tooMany = { status: 429, code: 'TOO_MANY_REQUESTS' };
const busy = { status: 503, code: 'BUSY' };
const logIn = (email: string, password: string) =>
  call(accountsContract.logIn, { body: { email, password } });
const tryIt = (email: string, password = 'Wrong-one-1!') =>
  refusal(accountsContract.logIn, { body: { email, password } });
const { method, path: url } = accountsContract.logIn;
const loggingIn = { method, url };
const from = async (place: number, payload: object): Promise<number> => {
  const http = await app();
  const remoteAddress = `203.0.113.${place}`;
  return (await http.inject({ ...loggingIn, payload, remoteAddress })).statusCode;
};
/** Two passwords are looked at and a hundred wait behind them, until the crowd goes home. */
const aCrowd = () => {
  let stays = true;
  const all = Array.from({ length: 102 }, async () => {
    while (stays) await digestPassword('Somebody-else-1!');
  });
  const goesHome = async () => {
    stays = false;
    await Promise.all(all);
  };
  onTestFinished(goesHome);
  return { goesHome };
};
const times = (count: number) => Array.from({ length: count });
const isLoggedIn = async (as: { token: string }) =>
  (await send(accountsContract.getMe, { as })).statusCode === 200;

describe('logging in', () => {
  it('answers the session user, exactly, with a token that works', async () => {
    const person = await anOrganizer();
    const user = await logIn(person.email, person.password);
    expect(Object.keys(user).sort()).toEqual(Object.keys(SessionUser.shape).sort());
    expect(user).toMatchObject({
      id: person.id,
      user: person.email,
      roles: ['USER', 'PRODUCER'],
      name: 'Ana',
      avatar: '',
      publicProfile: false,
      billingNif: '',
    });
    expect(await isLoggedIn({ token: user.authToken })).toBe(true);
  });

  it('compares the address without case or surrounding space', async () => {
    const person = await aViewer();
    const user = await logIn(`  ${person.email.toUpperCase()} `, person.password);
    expect(user.id).toBe(person.id);
  });

  it('keeps no token and no password in clear', async () => {
    const person = await aViewer();
    const { authToken } = await logIn(person.email, person.password);
    const tokens = await db().selectFrom('auth_tokens').selectAll().execute();
    const { password_digest: digest } = await db()
      .selectFrom('users')
      .select('password_digest')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(tokens).includes(authToken)).toBe(false);
    expect(digest).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('gives the same refusal for a wrong password, an unknown address and a stopped user', async () => {
    const person = await aViewer();
    expect(await tryIt(person.email)).toEqual(wrong);
    expect(await tryIt('nobody-here@example.test')).toEqual(wrong);
    for (const state of [
      { approval: 'pending' },
      { approval: 'disapproved' },
      { email_confirmed_at: null },
      { blocked_at: '2026-01-01T00:00:00Z' },
      { deleted_at: '2026-01-01T00:00:00Z' },
    ]) {
      const stopped = await aViewer();
      await db().updateTable('users').set(state).where('id', '=', stopped.id).execute();
      expect([state, await tryIt(stopped.email, stopped.password)]).toEqual([state, wrong]);
    }
  });

  it('takes as long for an unknown address as for a known one', async () => {
    // By the work of this process, not by the clock: others may want the machine at the same time.
    const worked = async (email: string) => {
      const before = process.cpuUsage();
      await tryIt(email);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // The least of each: a hash costs four times as much while memory is contended, whoever it is
    // for. A difference of ours would be there however often one looks.
    const least = { known: Infinity, unknown: Infinity };
    const ratio = () => least.unknown / least.known;
    const isAlike = () => ratio() > 0.7 && ratio() < 1.4;
    for (let look = 1; look <= 12 || (look <= 100 && !isAlike()); look += 1) {
      const { email } = await aViewer();
      least.known = Math.min(least.known, await worked(email));
      least.unknown = Math.min(least.unknown, await worked(`nobody-${email}`));
    }
    expect([ratio(), isAlike()]).toEqual([ratio(), true]);
  });

  it('treats an address with a character that no database takes like any other', async () => {
    expect(await tryIt('nobody\0@example.test')).toEqual(wrong);
    expect(await refusal(accountsContract.logIn, { body: { email: '\0', password: 'x' } })).toEqual(
      {
        status: 422,
        code: 'VALIDATION',
        fields: { email: 'required' },
      },
    );
  });

  it('refuses what is no password before it hashes', async () => {
    const person = await aViewer();
    expect(await tryIt(person.email, 'x'.repeat(201))).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { password: 'too_long' },
    });
  });
});

describe('guessing passwords', () => {
  it('is stopped after five failures, for longer each time, for known and unknown alike', async () => {
    for (const email of [(await aViewer()).email, 'guessed-nobody@example.test']) {
      useClock('2026-06-01T10:00:00Z');
      for (const _ of times(5)) expect(await tryIt(email)).toEqual(wrong);
      expect(await tryIt(email)).toEqual(tooMany);
      useClock('2026-06-01T10:00:30Z');
      expect(await tryIt(email)).toEqual(wrong);
      useClock('2026-06-01T10:01:29Z');
      expect(await tryIt(email.toUpperCase())).toEqual(tooMany);
      useClock('2026-06-01T10:01:30Z');
      expect(await tryIt(email)).toEqual(wrong);
    }
  });

  it('says how long to wait, and lets even the right password wait', async () => {
    const { email, password } = await aViewer();
    useClock('2026-06-01T10:00:00Z');
    for (const _ of times(5)) await tryIt(email);
    const response = await send(accountsContract.logIn, { body: { email, password } });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '30']);
    useClock('2026-06-01T10:00:30Z');
    expect((await logIn(email, password)).user).toBe(email);
    expect(await tryIt(email)).toEqual(wrong);
  });

  it('from elsewhere does not keep the owner out', async () => {
    const { email, password } = await aViewer();
    useClock('2026-06-01T10:00:00Z');
    for (const _ of times(20)) await tryIt(email);
    expect(await tryIt(email)).toEqual(tooMany);
    expect(await from(9, { email, password })).toBe(201);
    // Nor does the owner's log-in give whoever guesses new tries.
    expect(await tryIt(email)).toEqual(tooMany);
  });

  it('for days, by many, does not keep out whoever has logged in from there before', async () => {
    useClock('2026-06-01T10:00:00Z');
    const person = await aViewer();
    const { email, password } = person;
    expect(await from(9, { email, password })).toBe(201);
    useClock('2026-06-10T10:00:00Z');
    for (let place = 20; place < 50; place += 1) {
      for (const _ of times(4)) await from(place, { email, password: 'Wrong-one-1!' });
    }
    expect(await from(99, { email, password })).toBe(429);
    expect(await from(9, { email, password })).toBe(201);
    const next = 'Another-one-2!';
    const body = { current: password, password: next, confirmation: next };
    await call(accountsContract.changePassword, { as: person, body });
  });

  it('is not what somebody does who logs in rightly from everywhere', async () => {
    const { email, password } = await aViewer();
    const states = [];
    for (let place = 1; place <= 120; place += 1)
      states.push(await from(place, { email, password }));
    expect(new Set(states)).toEqual(new Set([201]));
  });

  it('from many places is stopped after a hundred failures', async () => {
    const { email, password } = await aViewer();
    useClock('2026-06-01T10:00:00Z');
    const guess = { email, password: 'Wrong-one-1!' };
    const tried: number[] = [];
    for (let place = 1; place <= 25; place += 1) {
      for (const _ of times(4)) tried.push(await from(place, guess));
    }
    expect(new Set(tried)).toEqual(new Set([401]));
    expect(await from(99, { email, password })).toBe(429);
  });

  it('does not count what nobody had time to look at', async () => {
    const { email, password } = await aViewer();
    for (const _ of times(4)) expect(await tryIt(email)).toEqual(wrong);
    const crowd = aCrowd();
    for (const _ of times(3)) expect(await tryIt(email, password)).toEqual(busy);
    await crowd.goesHome();
    expect((await logIn(email, password)).user).toBe(email);
  });

  it('does not wait longer because nobody had time to look', async () => {
    const { email, password } = await aViewer();
    useClock('2026-06-01T10:00:00Z');
    for (const _ of times(5)) expect(await tryIt(email)).toEqual(wrong);
    useClock('2026-06-01T10:00:30Z');
    const crowd = aCrowd();
    for (const _ of times(3)) expect(await tryIt(email, password)).toEqual(busy);
    await crowd.goesHome();
    expect((await logIn(email, password)).user).toBe(email);
  });

  it('counts a hundred tries at once as a hundred', async () => {
    const { email } = await aViewer();
    const tried = await Promise.all(times(40).map(() => tryIt(email)));
    expect(tried.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(35);
  });
});

describe('a log-in', () => {
  it('ends with log-out, at once, and only that one', async () => {
    const person = await aViewer();
    const other = { token: await aLogIn(person.id) };
    const ended: string[] = [];
    when(LoggedOut, async (_, { tokenDigest }) => void ended.push(tokenDigest));
    expect([await isLoggedIn(person), await isLoggedIn(other)]).toEqual([true, true]);
    await call(accountsContract.logOut, { as: person });
    expect([await isLoggedIn(person), await isLoggedIn(other)]).toEqual([false, true]);
    expect(ended).toHaveLength(1);
    forgetReactions();
    setReactions();
  });

  it('holds for 30 days after its last use', async () => {
    useClock('2026-06-01T10:00:00Z');
    const person = await aViewer();
    const { authToken: token } = await logIn(person.email, person.password);
    useClock('2026-06-30T10:00:00Z');
    expect(await isLoggedIn({ token })).toBe(true);
    useClock('2026-07-30T09:59:59Z');
    expect(await isLoggedIn({ token })).toBe(true);
    useClock('2026-08-29T10:00:00Z');
    expect(await isLoggedIn({ token })).toBe(false);
  });

  it('is written to the database at most once in five minutes', async () => {
    useClock('2026-06-01T10:00:00Z');
    const person = await aViewer();
    const { authToken: token } = await logIn(person.email, person.password);
    const used = async (at: string) => {
      useClock(at);
      await isLoggedIn({ token });
      const found = await call(accountsContract.listLogIns, { as: { token } });
      return found.items.find(({ current }) => current)?.lastUsedAt;
    };
    expect(await used('2026-06-01T10:04:59Z')).toBe('2026-06-01T10:00:00.000Z');
    expect(await used('2026-06-01T10:05:04Z')).toBe('2026-06-01T10:05:04.000Z');
  });

  it('stops within five seconds when another process stops its owner', async () => {
    useClock('2026-06-01T10:00:00Z');
    const person = await aViewer();
    expect(await isLoggedIn(person)).toBe(true);
    const at = '2026-06-01T10:00:00Z';
    await db().updateTable('users').set({ blocked_at: at }).where('id', '=', person.id).execute();
    useClock('2026-06-01T10:00:05Z');
    expect(await isLoggedIn(person)).toBe(false);
  });

  it('is listed for its owner, who can end the others', async () => {
    const person = await aViewer();
    const phone = { token: await aLogIn(person.id) };
    const stranger = await aUser();
    const mine = await call(accountsContract.listLogIns, { as: person });
    expect(mine.items.map(({ current }) => current).sort()).toEqual([false, true]);
    const id = mine.items.find(({ current }) => !current)?.id ?? '';
    const endIt = (as: Someone) => refusal(accountsContract.endLogIn, { as, params: { id } });
    expect((await endIt(stranger)).status).toBe(404);
    await call(accountsContract.endLogIn, { as: person, params: { id } });
    expect([await isLoggedIn(phone), await isLoggedIn(person)]).toEqual([false, true]);
    expect((await endIt(person)).status).toBe(404);
  });

  it('needs a token that we gave', async () => {
    for (const token of ['x'.repeat(43), 'x', 'x'.repeat(300), '🎭'.repeat(30)]) {
      const headers = { authorization: `Bearer ${encodeURIComponent(token)}` };
      const refused = await refusal(accountsContract.getMe, { headers });
      expect(refused).toEqual({ status: 401, code: 'NOT_LOGGED_IN' });
    }
  });
});
