import { describe, expect, it } from 'vitest';
import { accountsContract } from '#contract/accounts.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { aLogIn, anOrganizer, aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { lastMailTo, linkIn, mailsTo } from '#test/factories/mails.ts';
import { aPicture } from '#test/factories/media.ts';
import { call, refusal, send } from '#test/story.ts';

const next = 'Second-act-2?';
const logIn = ({ email }: Someone, password: string) =>
  call(accountsContract.logIn, { body: { email, password } });
const isLoggedIn = async (as: { token: string }) =>
  (await send(accountsContract.getMe, { as })).statusCode === 200;
const save = (as: Someone, body: object) => call(accountsContract.saveMe, { as, body });

describe('my data', () => {
  it('are saved field by field; what is left out stays', async () => {
    const as = await aViewer();
    await save(as, { name: ' Berta ', billingNif: '12345678Z', web: 'https://berta.example' });
    const account = await save(as, { newsletter: true, publicProfile: true, language: 'es' });
    expect(account).toMatchObject({
      user: as.email,
      name: 'Berta',
      surname: 'Prats',
      billingNif: '12345678Z',
      web: 'https://berta.example',
      newsletter: true,
      publicProfile: true,
      language: 'es',
    });
    expect(await call(accountsContract.getMe, { as })).toEqual(account);
  });

  it('take no tax id that its country has not, and tell of one that was kept before', async () => {
    const as = await aViewer();
    const refused = { status: 422, code: 'VALIDATION', fields: { billingNif: 'tax_id' } };
    const tried = (body: object) => refusal(accountsContract.saveMe, { as, body });
    expect(await tried({ billingNif: '12345678A', billingCountry: 'ES' })).toEqual(refused);
    expect(await tried({ billingNif: '501964842', country: 'PT' })).toEqual(refused);
    await save(as, { billingNif: '501964843', billingCountry: 'PT' });
    expect(await tried({ billingCountry: 'BR' })).toEqual(refused);
    await db().updateTable('users').set({ billing_nif: 'x' }).where('id', '=', as.id).execute();
    expect(await save(as, { name: 'Berta' })).toMatchObject({ billingNif: 'x' });
    expect(await tried({ billingCity: 'Faro' })).toEqual(refused);
  });

  it('have every billing field and social link that an invoice or a profile needs', async () => {
    const as = await aViewer();
    const body = {
      country: 'ES',
      company: 'Teatro Prats',
      job: 'Actriz',
      timezone: 'America/Sao_Paulo',
      description: 'Two lines\nof text',
      youtube: 'https://youtube.com/@prats',
      twitter: 'https://x.com/prats',
      facebook: 'https://facebook.com/prats',
      instagram: 'https://instagram.com/prats',
      linkedin: 'https://linkedin.com/in/prats',
      billingCompany: 'Prats SL',
      billingAddress: 'Calle Mayor 1',
      billingCity: 'Madrid',
      billingPostalCode: '28001',
      billingCountry: 'ES',
      billingPrefix: '+34',
      billingPhone: '600 000 000',
    };
    expect(await save(as, body)).toMatchObject(body);
  });

  it.each([
    [{ name: '' }, { name: 'required' }],
    [{ surname: 'x'.repeat(121) }, { surname: 'too_long' }],
    [{ web: 'javascript:alert(1)' }, { web: 'not_a_url' }],
    [{ billingPhone: 'call me' }, { billingPhone: 'not_a_phone' }],
    [{ billingPrefix: '34' }, { billingPrefix: 'not_a_phone' }],
    [{ country: 'Spain' }, { country: 'invalid' }],
    [{ language: 'fr' }, { language: 'invalid' }],
    [{ roles: ['ADMIN'] }, { roles: 'unknown' }],
    [{ email: 'other@example.test' }, { email: 'unknown' }],
    [
      { approval: 'approved', blocked: false },
      { approval: 'unknown', blocked: 'unknown' },
    ],
  ])('refuse %j', async (body, fields) => {
    const as = await aViewer();
    expect(await refusal(accountsContract.saveMe, { as, body: body as object })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields,
    });
  });

  it('show a picture of one’s own, never somebody else’s', async () => {
    const as = await aViewer();
    const mine = await aPicture({ owner: as });
    const theirs = await aPicture({ owner: await aViewer() });
    const account = await save(as, { avatarId: mine.id });
    expect(account.avatar).toBe(`/images/${mine.id}/320.webp`);
    expect(account.avatarPicture).toEqual(mine);
    for (const avatarId of [theirs.id, crypto.randomUUID()]) {
      expect(await refusal(accountsContract.saveMe, { as, body: { avatarId } })).toEqual({
        status: 422,
        code: 'IMAGE_MISSING',
      });
    }
    expect((await save(as, { avatarId: null })).avatar).toBe('');
  });

  it('are nobody else’s to read', async () => {
    expect(await refusal(accountsContract.getMe)).toEqual({ status: 401, code: 'NOT_LOGGED_IN' });
    expect((await refusal(accountsContract.saveMe, { body: {} })).status).toBe(401);
  });
});

describe('changing the password', () => {
  const change = (as: Someone, given: object) =>
    ({ as, body: { current: as.password, password: next, confirmation: next, ...given } }) as const;

  it('ends every other log-in, keeps this one, and writes a mail', async () => {
    const as = await aViewer();
    const phone = { token: await aLogIn(as.id) };
    expect(await isLoggedIn(phone)).toBe(true);
    await call(accountsContract.changePassword, change(as, {}));
    expect([await isLoggedIn(as), await isLoggedIn(phone)]).toEqual([true, false]);
    expect((await logIn(as, next)).id).toBe(as.id);
    await runKeptJobs();
    expect((await lastMailTo(as.email)).subject).toBe('Your password was changed');
  });

  it.each([
    [{ current: 'Wrong-one-1!' }, 'PASSWORD_WRONG', { current: 'invalid' }],
    [{ confirmation: 'Second-act-3?' }, 'VALIDATION', { confirmation: 'mismatch' }],
    [{ password: 'weak', confirmation: 'weak' }, 'VALIDATION', { password: 'password_weak' }],
    [
      { password: 'Welcome123!', confirmation: 'Welcome123!' },
      'VALIDATION',
      { password: 'password_common' },
    ],
  ])('refuses %j', async (given, code, fields) => {
    const as = await aViewer();
    const refused = await refusal(accountsContract.changePassword, change(as, given));
    expect(refused).toEqual({ status: 422, code, fields });
    expect((await logIn(as, as.password)).id).toBe(as.id);
  });

  it('cannot be used to guess the password of an open browser', async () => {
    const as = await aViewer();
    const guess = () => refusal(accountsContract.changePassword, change(as, { current: 'No-1!' }));
    for (const _ of Array(5)) expect((await guess()).code).toBe('PASSWORD_WRONG');
    expect((await guess()).code).toBe('TOO_MANY_REQUESTS');
  });
});

describe('recovering the password', () => {
  const ask = async (email: string) => {
    const answer = await call(accountsContract.requestRecovery, { body: { email } });
    await runKeptJobs();
    return answer;
  };
  const tokenFor = async ({ email }: Someone) =>
    linkIn(await lastMailTo(email), '/reset-password/');
  const reset = (token: string) =>
    ({ body: { token, password: next, confirmation: next } }) as const;

  it('answers the same for known and unknown addresses, and writes to the known one', async () => {
    const person = await aUser({ language: 'es' });
    expect(await ask(person.email)).toEqual({ accepted: true });
    expect(await ask('unknown@example.test')).toEqual({ accepted: true });
    expect((await lastMailTo(person.email)).subject).toBe('Elige una contraseña nueva');
    expect(await mailsTo('unknown@example.test')).toEqual([]);
  });

  it('sets a new password once and ends every log-in', async () => {
    const person = await aViewer();
    await ask(person.email);
    const token = await tokenFor(person);
    expect(await isLoggedIn(person)).toBe(true);
    expect(await call(accountsContract.resetPassword, reset(token))).toEqual({
      email: person.email,
    });
    expect(await isLoggedIn(person)).toBe(false);
    expect((await logIn(person, next)).id).toBe(person.id);
    const again = await refusal(accountsContract.resetPassword, reset(token));
    expect(again).toEqual({ status: 410, code: 'RESET_INVALID' });
  });

  it('holds for an hour', async () => {
    useClock('2026-06-01T10:00:00Z');
    const person = await aViewer();
    await ask(person.email);
    const token = await tokenFor(person);
    useClock('2026-06-01T11:00:00Z');
    expect((await refusal(accountsContract.resetPassword, reset(token))).code).toBe(
      'RESET_INVALID',
    );
    useClock('2026-06-01T10:59:59Z');
    await call(accountsContract.resetPassword, reset(token));
  });

  it('lets a person back in at once who guessed too often', async () => {
    const person = await aViewer();
    const body = { email: person.email, password: 'Wrong-one-1!' };
    for (const _ of Array(6)) await refusal(accountsContract.logIn, { body });
    await ask(person.email);
    await call(accountsContract.resetPassword, reset(await tokenFor(person)));
    expect((await logIn(person, next)).id).toBe(person.id);
  });

  it('writes one mail a minute at most, and none to who is blocked', async () => {
    useClock('2026-06-01T10:00:00Z');
    const person = await aViewer();
    for (const _ of Array(3)) await ask(person.email);
    expect(await mailsTo(person.email)).toHaveLength(1);
    const blocked = await aViewer();
    const at = '2026-06-01T10:00:00Z';
    await db().updateTable('users').set({ blocked_at: at }).where('id', '=', blocked.id).execute();
    await ask(blocked.email);
    expect(await mailsTo(blocked.email)).toEqual([]);
  });

  it('is not the link of another purpose', async () => {
    const person = await aViewer();
    await ask(person.email);
    const body = { token: await tokenFor(person) };
    expect((await refusal(accountsContract.activate, { body })).code).toBe('ACTIVATION_INVALID');
  });
});

describe('becoming an artist', () => {
  it('is asked for once and shown until it is answered', async () => {
    const as = await aViewer();
    expect((await call(accountsContract.getMe, { as })).can).toEqual({ requestArtist: true });
    const account = await call(accountsContract.requestArtist, { as });
    expect(account.can).toEqual({ requestArtist: false });
    expect(account.artistRequestedAt).toMatch(/^\d{4}-/);
    const again = await refusal(accountsContract.requestArtist, { as });
    expect(again).toEqual({ status: 409, code: 'USER_STATE' });
  });

  it('is not for who organizes already', async () => {
    const as = await anOrganizer();
    expect((await refusal(accountsContract.requestArtist, { as })).code).toBe('USER_STATE');
  });
});
