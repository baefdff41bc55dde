import { describe, expect, it } from 'vitest';
import { accountsContract, type UserMove, usersContract } from '#contract/accounts.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db, inTransaction, sql } from '#server/platform/database/index.ts';
import { forgetReactions, when } from '#server/platform/facts.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { setReactions } from '#server/reactions.ts';
import { anAdmin, anOrganizer, aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { lastMailTo } from '#test/factories/mails.ts';
import { aPicture } from '#test/factories/media.ts';
import { meeting } from '#test/meeting.ts';
import { call, refusal, send } from '#test/story.ts';
import {
  ensureAdministrator,
  findPerson,
  listAdministrators,
  peopleByIds,
  UserStopped,
} from './index.ts';
import { listManagedUsers } from './managed-users.queries.ts';
import { lockUser, writeBlocked } from './users.store.ts';

const move = (as: Someone, { id }: { id: string }, what: UserMove) =>
  call(usersContract.moveUser, { as, params: { id }, body: { move: what } });
const refused = (as: Someone, { id }: { id: string }, what: UserMove) =>
  refusal(usersContract.moveUser, { as, params: { id }, body: { move: what } });
const isLoggedIn = async (as: { token: string }) =>
  (await send(accountsContract.getMe, { as })).statusCode === 200;
const list = async (query: object) => call(usersContract.listUsers, { as: await anAdmin(), query });
const set = (person: Someone, values: object) =>
  db().updateTable('users').set(values).where('id', '=', person.id).execute();

describe('the list of users', () => {
  it('is searched by name and address, without accents or case', async () => {
    const person = await aUser({ email: 'nuria.font@example.test' });
    await set(person, { name: 'Núria', surname: 'Font_i 100%' });
    for (const q of ['NURIA', 'núria font', 'ria.font@', 'font_i', '100%']) {
      const { items } = await list({ q });
      expect([q, items.map(({ id }) => id)]).toEqual([q, [person.id]]);
    }
    expect((await list({ q: 'f%t' })).total).toBe(0);
    expect((await list({ q: 'nu_ia' })).total).toBe(0);
  });

  it('is filtered by approval, role and state, and paged', async () => {
    const waiting = await aViewer();
    await set(waiting, { approval: 'pending', name: 'Filtrada' });
    const artist = await anOrganizer();
    await set(artist, { name: 'Filtrada', artist_requested_at: '2026-01-01T00:00:00Z' });
    const gone = await aViewer();
    await set(gone, { name: 'Filtrada', blocked_at: '2026-01-01T00:00:00Z' });
    const ids = async (query: object) =>
      (await list({ q: 'filtrada', ...query })).items.map(({ id }) => id);
    expect(await ids({ approval: 'pending' })).toEqual([waiting.id]);
    expect(await ids({ role: 'PRODUCER' })).toEqual([artist.id]);
    expect(await ids({ state: 'blocked' })).toEqual([gone.id]);
    expect(await ids({ state: 'artist_requested' })).toEqual([artist.id]);
    expect(await ids({ state: 'active', sort: 'createdAt' })).toEqual([waiting.id, artist.id]);
    expect(await ids({ size: 1, page: 2 })).toEqual([artist.id]);
    expect((await list({ q: 'filtrada', size: 1 })).total).toBe(3);
  });

  it('needs as many queries for three users as for one', async () => {
    const query = { page: 1, sort: '-createdAt', q: 'prats' } as const;
    await Promise.all([aViewer(), aViewer(), aViewer()]);
    const one = await countQueries(() => listManagedUsers(db(), { ...query, size: 1 }));
    const three = await countQueries(() => listManagedUsers(db(), { ...query, size: 3 }));
    expect([one, three]).toEqual([2, 2]);
  });

  it('is for administrators only', async () => {
    const someone = await aViewer();
    const params = { id: someone.id };
    for (const as of [someone, await anOrganizer()]) {
      for (const answer of [
        await refusal(usersContract.listUsers, { as }),
        await refusal(usersContract.getUser, { as, params }),
        await refused(as, someone, 'delete'),
      ]) {
        expect(answer).toEqual({ status: 403, code: 'FORBIDDEN' });
      }
    }
    expect((await refusal(usersContract.listUsers)).status).toBe(401);
  });

  it('knows no user that is not there', async () => {
    const as = await anAdmin();
    for (const id of [crypto.randomUUID(), 'me', '1']) {
      expect((await refusal(usersContract.getUser, { as, params: { id } })).status).toBe(404);
      expect((await refused(as, { id }, 'block')).status).toBe(404);
    }
  });
});

describe('an administrator', () => {
  it('approves a user, who then can log in and reads it in a mail', async () => {
    const admin = await anAdmin();
    const person = await aUser({ language: 'es' });
    await set(person, { approval: 'pending', signed_up_as: 'organizer' });
    expect(await isLoggedIn(person)).toBe(false);
    const user = await move(admin, person, 'approve');
    expect([user.approval, user.roles]).toEqual(['approved', ['USER', 'PRODUCER']]);
    expect(await isLoggedIn(person)).toBe(true);
    await runKeptJobs();
    expect((await lastMailTo(person.email)).subject).toBe('Tu registro está aprobado');
  });

  it.each(['disapprove', 'block', 'delete'] as const)(
    'can %s a user, whose log-ins all end at once',
    async (what) => {
      const admin = await anAdmin();
      const person = await aViewer();
      const stopped: string[] = [];
      when(UserStopped, async (_, { userId }) => void stopped.push(userId));
      expect(await isLoggedIn(person)).toBe(true);
      const user = await move(admin, person, what);
      expect(await isLoggedIn(person)).toBe(false);
      expect(stopped).toEqual([person.id]);
      expect(user.can[what]).toBe(false);
      expect(await refused(admin, person, what)).toEqual({ status: 409, code: 'USER_STATE' });
      forgetReactions();
      setReactions();
    },
  );

  it('unblocks a user, who then has to log in again', async () => {
    const admin = await anAdmin();
    const person = await aViewer();
    await move(admin, person, 'block');
    const user = await move(admin, person, 'unblock');
    expect([user.blocked, await isLoggedIn(person)]).toEqual([false, false]);
    const { email, password } = person;
    const session = await call(accountsContract.logIn, { body: { email, password } });
    expect(await isLoggedIn({ token: session.authToken })).toBe(true);
  });

  it('deletes a user: everything personal is erased, the address is free again', async () => {
    const admin = await anAdmin();
    const person = await aViewer();
    const avatar = await aPicture({ owner: person });
    const body = { avatarId: avatar.id, billingNif: '12345678Z', web: 'https://a.example' };
    await call(accountsContract.saveMe, { as: person, body });
    await move(admin, person, 'delete');
    const row = await db()
      .selectFrom('users')
      .selectAll()
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    const kept = JSON.stringify(row);
    for (const personal of [person.email, 'Ana', 'Prats', avatar.id, '12345678Z', 'a.example']) {
      expect([personal, kept.includes(personal)]).toEqual([personal, false]);
    }
    expect(row.email).toBe(`deleted-${person.id}@deleted.invalid`);
    await aUser({ email: person.email });
    for (const what of ['approve', 'block', 'delete'] as const) {
      expect((await refused(admin, person, what)).code).toBe('USER_STATE');
    }
  });

  it('validates a request to become an artist, or does not', async () => {
    const admin = await anAdmin();
    const [yes, no] = [await aViewer(), await aViewer()];
    for (const as of [yes, no]) await call(accountsContract.requestArtist, { as });
    expect((await move(admin, yes, 'validate_artist')).roles).toEqual(['USER', 'PRODUCER']);
    expect((await move(admin, no, 'refuse_artist')).roles).toEqual(['USER']);
    expect((await refused(admin, no, 'validate_artist')).code).toBe('USER_STATE');
    await runKeptJobs();
    expect((await lastMailTo(yes.email)).subject).toBe('You are an organizer now');
    expect((await lastMailTo(no.email)).kind).toBe('account-artistRefused');
    const account = await call(accountsContract.getMe, { as: yes });
    expect(account.roles).toEqual(['USER', 'PRODUCER']);
  });
});

describe('the last administrator', () => {
  const alone = async () => {
    const admin = await anAdmin();
    await db()
      .updateTable('users')
      .set({ blocked_at: '2026-01-01T00:00:00Z' })
      .where('id', '!=', admin.id)
      .where(sql<boolean>`'ADMIN' = any (roles)`)
      .execute();
    return admin;
  };

  it('cannot be blocked, disapproved or deleted', async () => {
    const admin = await alone();
    for (const what of ['block', 'disapprove', 'delete'] as const) {
      expect(await refused(admin, admin, what)).toEqual({ status: 409, code: 'LAST_ADMIN' });
    }
    expect(await isLoggedIn(admin)).toBe(true);
  });

  it('stays when two administrators block each other at the same instant', async () => {
    for (const _ of Array(5)) {
      const pair = [await alone(), await anAdmin()] as const;
      const outcomes = await Promise.allSettled([
        move(pair[0], pair[1], 'block'),
        move(pair[1], pair[0], 'block'),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await listAdministrators(db())).toHaveLength(1);
    }
  });

  it('would be lost without the lock (control)', async () => {
    const pair = [await alone(), await anAdmin()] as const;
    const looked = meeting(2);
    const carelessly = (victim: Someone) =>
      inTransaction(async (tx) => {
        const admins = (await listAdministrators(tx)).length;
        await looked();
        await lockUser(tx, victim.id);
        if (admins > 1) await writeBlocked(tx, victim.id, '2026-01-01T00:00:00Z');
      });
    await Promise.all(pair.map(carelessly));
    expect(await listAdministrators(db())).toEqual([]);
    await anAdmin();
  });
});

describe('the first administrator', () => {
  it('comes from the environment, once, and survives a second start', async () => {
    overrideConfig({ ADMIN_EMAIL: 'chief@example.test', ADMIN_PASSWORD: 'Opening-night-1!' });
    await ensureAdministrator();
    await ensureAdministrator();
    const body = { email: 'chief@example.test', password: 'Opening-night-1!' };
    expect((await call(accountsContract.logIn, { body })).roles).toEqual(['USER', 'ADMIN']);
    overrideConfig({ ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined });
  });
});

describe('people for other areas', () => {
  it('come in one query, with their billing data', async () => {
    const people = [await aViewer(), await anOrganizer()];
    const ids = [...people.map(({ id }) => id), crypto.randomUUID()];
    expect([...(await peopleByIds(db(), ids)).keys()].sort()).toEqual(ids.slice(0, 2).sort());
    expect(await countQueries(() => peopleByIds(db(), ids))).toBe(1);
    expect(await findPerson(db(), ids[0] ?? '')).toMatchObject({
      email: people[0]?.email,
      blocked: false,
      billing: { company: '', nif: '' },
    });
    expect(await findPerson(db(), crypto.randomUUID())).toBe(null);
  });
});
