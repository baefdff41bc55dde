import { describe, expect, it } from 'vitest';
import { accountsContract, registerContract, type SignUp } from '#contract/accounts.ts';
import { siteConfigDefaults, siteContract } from '#contract/site.ts';
import { useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { lastMailTo, linkIn } from '#test/factories/mails.ts';
import { call, refusal } from '#test/story.ts';

type Form = Parameters<typeof call<typeof accountsContract.signUp>>[1];
type Body = NonNullable<Form>['body'];

const aForm = (change: Partial<Record<keyof SignUp, unknown>> = {}): Body => {
  const email = String(change.email ?? `new-${crypto.randomUUID().slice(0, 8)}@example.test`);
  const password = change.password ?? 'Curtain-up-1!';
  return {
    as: 'attendee',
    email,
    emailConfirmation: email,
    password,
    passwordConfirmation: password,
    name: 'Ana',
    surname: 'Prats',
    privacy: true,
    terms: true,
    ...change,
  } as Body;
};

const signUp = async (change: Parameters<typeof aForm>[0] = {}, language = 'en') => {
  const body = aForm(change);
  await call(accountsContract.signUp, { body, language });
  await runKeptJobs();
  return { email: body.email, password: 'Curtain-up-1!' };
};
const tokenFor = async (email: string) => linkIn(await lastMailTo(email), '/activate/');
const activate = async (email: string) => {
  const body = { token: await tokenFor(email) };
  const { approval } = await call(accountsContract.activate, { body });
  return { approval };
};
const signingUp = (change: Parameters<typeof aForm>[0]) =>
  refusal(accountsContract.signUp, { body: aForm(change) });
const approveUsers = async (on: boolean) =>
  call(siteContract.saveConfig, {
    as: await anAdmin(),
    body: { ...siteConfigDefaults, approveUsers: on },
  });

describe('signing up', () => {
  it('sends a link, and the account works once it was opened', async () => {
    const person = await signUp();
    expect(await refusal(accountsContract.logIn, { body: person })).toEqual({
      status: 401,
      code: 'LOGIN_INVALID',
    });
    expect(await activate(person.email)).toEqual({ approval: 'approved' });
    const user = await call(accountsContract.logIn, { body: person });
    expect([user.user, user.roles]).toEqual([person.email, ['USER']]);
  });

  it('makes an organizer of who signed up as one, after activation', async () => {
    const person = await signUp({ as: 'organizer' });
    await activate(person.email);
    const user = await call(accountsContract.logIn, { body: person });
    expect(user.roles).toEqual(['USER', 'PRODUCER']);
  });

  it('speaks the language of the page in the mail', async () => {
    const { email } = await signUp({}, 'pt');
    expect((await lastMailTo(email)).subject).toBe('Confirme seu e-mail');
    const { email: other } = await signUp({ language: 'es' }, 'pt');
    expect((await lastMailTo(other)).subject).toBe('Confirma tu correo');
  });

  it('waits for an administrator where the site says so', async () => {
    await approveUsers(true);
    const person = await signUp();
    expect(await activate(person.email)).toEqual({ approval: 'pending' });
    expect(await refusal(accountsContract.logIn, { body: person })).toMatchObject({
      code: 'LOGIN_INVALID',
    });
    await approveUsers(false);
  });

  it('refuses an address that is registered, however it is written', async () => {
    const { email } = await signUp();
    const again = await signingUp({ email: ` ${email.toUpperCase()} ` });
    expect(again).toEqual({ status: 409, code: 'EMAIL_TAKEN' });
  });

  it('takes one of two who register the same address at once', async () => {
    const email = 'both@example.test';
    const tries = await Promise.allSettled([signUp({ email }), signUp({ email })]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each([
    [{ email: 'nobody' }, { email: 'not_an_email' }],
    [{ emailConfirmation: 'other@example.test' }, { emailConfirmation: 'mismatch' }],
    [{ password: 'curtain' }, { password: 'password_weak' }],
    [{ passwordConfirmation: 'Curtain-up-2!' }, { passwordConfirmation: 'mismatch' }],
    [{ password: 'Password1!' }, { password: 'password_common' }],
    [
      { password: `Aa1!${'x'.repeat(200)}` },
      { password: 'too_long', passwordConfirmation: 'too_long' },
    ],
    [{ privacy: false }, { privacy: 'must_accept' }],
    [{ terms: undefined }, { terms: 'must_accept' }],
    [{ name: '  ' }, { name: 'required' }],
    [{ as: 'admin' }, { as: 'invalid' }],
  ])('refuses %j', async (change, fields) => {
    expect(await signingUp(change)).toEqual({ status: 422, code: 'VALIDATION', fields });
  });

  it('never takes roles from the form', async () => {
    const body = { ...aForm(), roles: ['ADMIN'] } as never;
    expect(await refusal(accountsContract.signUp, { body })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { roles: 'unknown' },
    });
  });

  it('refuses domains that the installation does not want', async () => {
    overrideConfig({ EMAIL_DOMAINS_REFUSED: 'throwaway.example' });
    const refused = await signingUp({ email: 'ana@throwaway.example' });
    expect(refused).toEqual({ status: 422, code: 'EMAIL_DOMAIN_REFUSED' });
    expect(await call(registerContract.getRegisterDomains)).toEqual({
      allowed: [],
      refused: ['throwaway.example'],
    });
    overrideConfig({ EMAIL_DOMAINS_REFUSED: '' });
  });

  it('tells which fields it asks for, and that no social network is offered', async () => {
    const { fields } = await call(registerContract.getRegisterFields);
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    const demanded = Object.keys(aForm());
    expect(required.sort()).toEqual(demanded.sort());
    expect(await call(registerContract.getRegisterSocial)).toEqual({ social: [] });
  });
});

describe('the activation link', () => {
  it('works once', async () => {
    const { email } = await signUp();
    const token = await tokenFor(email);
    await call(accountsContract.activate, { body: { token } });
    expect(await refusal(accountsContract.activate, { body: { token } })).toEqual({
      status: 410,
      code: 'ACTIVATION_INVALID',
    });
  });

  it('works once also when opened twice at the same instant', async () => {
    const { email } = await signUp();
    const body = { token: await tokenFor(email) };
    const opened = await Promise.allSettled(
      [1, 2, 3, 4].map(() => call(accountsContract.activate, { body })),
    );
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('works for 24 hours and not a second longer', async () => {
    useClock('2026-06-01T10:00:00Z');
    const early = await signUp();
    const late = await signUp();
    useClock('2026-06-02T09:59:59Z');
    expect(await activate(early.email)).toEqual({ approval: 'approved' });
    useClock('2026-06-02T10:00:00Z');
    const body = { token: await tokenFor(late.email) };
    expect(await refusal(accountsContract.activate, { body })).toMatchObject({
      code: 'ACTIVATION_INVALID',
    });
  });

  it('is not kept in clear', async () => {
    const { email } = await signUp();
    const token = await tokenFor(email);
    const rows = await db().selectFrom('account_links').selectAll().execute();
    expect(JSON.stringify(rows).includes(token)).toBe(false);
  });

  it('is replaced when asked for again, at most once a minute', async () => {
    useClock('2026-06-03T10:00:00Z');
    const { email } = await signUp();
    const first = await tokenFor(email);
    const again = async () => {
      await call(accountsContract.resendActivation, { body: { email } });
      await runKeptJobs();
      return tokenFor(email);
    };
    expect(await again()).toBe(first);
    useClock('2026-06-03T10:01:00Z');
    const second = await again();
    expect(second === first).toBe(false);
    const old = await refusal(accountsContract.activate, { body: { token: first } });
    expect(old.code).toBe('ACTIVATION_INVALID');
    expect(await activate(email)).toEqual({ approval: 'approved' });
  });

  it('is nothing that can be guessed', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), '../..', 'a'.repeat(200)]) {
      const refused = await refusal(accountsContract.activate, { body: { token } });
      expect([token, refused.code]).toEqual([token, 'ACTIVATION_INVALID']);
    }
  });
});

describe('the browser that has signed up', () => {
  const signUpHere = async (change: Parameters<typeof aForm>[0] = {}) => {
    const body = aForm(change);
    const { claim } = await call(accountsContract.signUp, { body });
    await runKeptJobs();
    return { email: body.email, claim };
  };
  const open = async (email: string, claim?: string) =>
    call(accountsContract.activate, { body: { token: await tokenFor(email), claim } });

  it('is logged in by the link of the letter', async () => {
    const { email, claim } = await signUpHere({ as: 'organizer' });
    const { approval, session, ...told } = await open(email, claim);
    expect([approval, told.email, session?.user]).toEqual(['approved', email, email]);
    expect(session?.roles).toEqual(['USER', 'PRODUCER']);
    const token = session?.authToken ?? '';
    const as = { ...(await anAdmin()), token };
    expect((await call(accountsContract.getMe, { as })).user).toBe(email);
  });

  it('is not, where another browser opens the link, or one with the claim of somebody else', async () => {
    const one = await signUpHere();
    const other = await signUpHere();
    expect((await open(one.email, other.claim)).session).toBeNull();
    expect((await open(other.email)).session).toBeNull();
    const third = await signUpHere();
    expect((await open(third.email, `${third.claim}x`)).session).toBeNull();
    const rows = await db()
      .selectFrom('auth_tokens as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select('a.user_id')
      .where('u.email', 'in', [one.email, other.email, third.email])
      .execute();
    expect(rows).toEqual([]);
  });

  it('is not a day later, nor while an administrator has to approve', async () => {
    useClock('2026-03-01T10:00:00Z');
    const { email, claim } = await signUpHere();
    useClock('2026-03-02T09:59:30Z');
    await call(accountsContract.resendActivation, { body: { email } });
    await runKeptJobs();
    useClock('2026-03-02T10:00:01Z');
    expect((await open(email, claim)).session).toBeNull();
    useClock(null);
    await approveUsers(true);
    const waiting = await signUpHere();
    expect(await open(waiting.email, waiting.claim)).toMatchObject({
      approval: 'pending',
      session: null,
    });
    await approveUsers(false);
  });
});
