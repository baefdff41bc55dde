import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { interestContract } from '#contract/interest.ts';
import { leadsContract } from '#contract/leads.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { aTicket } from '#test/factories/tickets.ts';
import { app, call, refusal } from '#test/story.ts';
import { forgetUnconfirmed } from './confirm-guest.ts';
import { tellInterested } from './tell-interested.ts';

const before = '2027-01-10T10:00:00Z';
const opening = '2027-01-11T10:00:00Z';
/** A show whose sale opens on the 11th. */
const aComing = () => aProduct({ salesStartsAt: opening, sessions: [{}] });
const ask = (as: Someone, { slug }: SomeProduct) =>
  call(interestContract.askOfProduct, { as, params: { slug } });
const tellAt = async (at: string) => {
  useClock(at);
  await enqueueNow(tellInterested, {});
  await runKeptJobs();
};
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
const body = (email: string) => ({ email, consent: true as const });
const linkTo = async (email: string, path: string) => {
  const mail = (await mailsTo(email)).at(-1);
  const found = mail?.body_text.match(new RegExp(`${path}\\S+`));
  if (!found) throw new Error(`no ${path} in ${mail?.body_text}`);
  return found[0];
};
const follow = async (url: string, method: 'GET' | 'POST' = 'POST') =>
  (await app()).inject({ method, url });
const leadsOf = (product: SomeProduct) =>
  db()
    .selectFrom('leads')
    .select(['email', 'state', 'confirmed_at', 'stopped_at', 'language', 'consented_at'])
    .where('product_id', '=', product.id)
    .execute();

describe('who asks to be told', () => {
  it('is told once, when the sale opens, in their language', async () => {
    useClock(before);
    const product = await aComing();
    const viewer = await aUser({ language: 'es' });
    expect(await ask(viewer, product)).toEqual({
      asked: true,
      can: { ask: false, withdraw: true },
    });
    await ask(viewer, product);
    expect(await leadsOf(product)).toMatchObject([
      { state: 'new', consented_at: '2027-01-10T10:00:00.000Z' },
    ]);
    await tellAt('2027-01-11T09:59:00Z');
    expect(await kindsTo(viewer.email)).toEqual([]);
    await tellAt(opening);
    await tellAt('2027-01-11T10:01:00Z');
    const mails = await mailsTo(viewer.email);
    expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['lead-opened', `Ya a la venta: ${product.title}`],
    ]);
    expect(await leadsOf(product)).toMatchObject([{ state: 'contacted' }]);
    const params = { slug: product.slug };
    const { interest } = await call(interestContract.getMyLeads, { as: viewer, params });
    expect(interest).toEqual({ asked: false, can: { ask: true, withdraw: false } });
  });

  it('is told of a new date of what could be bought already, and may ask again', async () => {
    useClock(before);
    const product = await aProduct({ sessions: [{}] });
    const viewer = await aViewer();
    await ask(viewer, product);
    await tellAt('2027-01-10T10:01:00Z');
    expect(await kindsTo(viewer.email)).toEqual([]);
    const add = (startsAt: string) =>
      call(catalogContract.addSession, {
        as: product.owner,
        params: { slug: product.slug },
        body: { startsAt, zone: 'Europe/Madrid', durationMinutes: 90, capacity: null },
      });
    await add('2031-01-01T20:00');
    expect(keptJobs().map(({ name }) => name)).toContain('tell-interested');
    await runKeptJobs();
    expect(await kindsTo(viewer.email)).toEqual(['lead-opened']);
    await ask(viewer, product);
    await tellAt('2027-01-10T10:02:00Z');
    expect(await kindsTo(viewer.email)).toHaveLength(1);
    await add('2031-02-01T20:00');
    await runKeptJobs();
    expect(await kindsTo(viewer.email)).toHaveLength(2);
  });

  it('of a channel is told of what it publishes from then on', async () => {
    useClock(before);
    const old = await aProduct();
    const { channel } = old;
    const viewer = await aViewer();
    const params = { slug: channel.slug };
    await call(interestContract.askOfChannel, { as: viewer, params });
    expect(await call(interestContract.getMyChannelInterest, { as: viewer, params })).toMatchObject(
      {
        asked: true,
      },
    );
    await tellAt('2027-01-10T10:01:00Z');
    expect(await kindsTo(viewer.email)).toEqual([]);
    const fresh = await aProduct({ channel, status: 'draft', sessions: [{}] });
    await call(catalogContract.publishProduct, {
      as: fresh.owner,
      params: { slug: fresh.slug },
    });
    await tellAt('2027-01-10T10:02:00Z');
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toBe(`New from ${channel.title}: ${fresh.title}`);
    await call(interestContract.withdrawFromChannel, { as: viewer, params });
    expect(await kindsTo(viewer.email)).toHaveLength(1);
  });

  it('is not told when they withdrew, were blocked or have a ticket by then', async () => {
    useClock(before);
    const product = await aComing();
    const [away, blocked, holder, witness] = [
      await aViewer(),
      await aViewer(),
      await aViewer(),
      await aViewer(),
    ];
    for (const one of [away, blocked, holder, witness]) await ask(one, product);
    const params = { slug: product.slug };
    await call(interestContract.withdrawFromProduct, { as: away, params });
    await db()
      .updateTable('users')
      .set({ blocked_at: before })
      .where('id', '=', blocked.id)
      .execute();
    await aTicket({ userId: holder.id, productId: product.id });
    await tellAt(opening);
    for (const one of [away, blocked, holder]) expect(await kindsTo(one.email)).toEqual([]);
    expect(await kindsTo(witness.email)).toEqual(['lead-opened']);
  });

  it('is written to once, though two workers come at the same instant', async () => {
    useClock(before);
    const product = await aComing();
    const those = await Promise.all([1, 2, 3].map(() => aViewer()));
    for (const one of those) await ask(one, product);
    useClock(opening);
    await Promise.all([enqueueNow(tellInterested, {}), enqueueNow(tellInterested, {})]);
    await Promise.all([runKeptJobs(), runKeptJobs()]);
    for (const one of those) expect(await kindsTo(one.email)).toEqual(['lead-opened']);
  });

  it('cannot ask of what is not public, nor of what they have', async () => {
    const hidden = await aProduct({ status: 'private' });
    const { product, buyer } = await aPaidOrder();
    const at = (of: SomeProduct) => ({ params: { slug: of.slug } });
    const stranger = await aViewer();
    expect(await refusal(interestContract.askOfProduct, { as: stranger, ...at(hidden) })).toEqual({
      status: 404,
      code: 'SERVER_ERROR_NOT_FOUND',
    });
    expect(
      await refusal(interestContract.withdrawFromProduct, { as: stranger, ...at(hidden) }),
    ).toMatchObject({ status: 404 });
    expect(
      await refusal(interestContract.getMyLeads, { as: stranger, ...at(hidden) }),
    ).toMatchObject({
      status: 404,
    });
    expect(
      await refusal(interestContract.askOfProduct, { as: buyer, ...at(product) }),
    ).toMatchObject({
      status: 409,
      code: 'ALREADY_OWNED',
    });
    expect(await refusal(interestContract.askOfProduct, at(product))).toMatchObject({
      status: 401,
    });
    const nowhere = { params: { slug: 'no-such-channel' } };
    for (const endpoint of [
      interestContract.askOfChannel,
      interestContract.withdrawFromChannel,
      interestContract.getMyChannelInterest,
    ] as const) {
      expect(await refusal(endpoint, { as: stranger, ...nowhere })).toMatchObject({ status: 404 });
    }
    const guest = { body: body('guest@example.test') };
    expect(
      await refusal(interestContract.askOfChannelAsGuest, { ...nowhere, ...guest }),
    ).toMatchObject({ status: 404 });
    expect(
      await refusal(interestContract.askOfProductAsGuest, { ...at(hidden), ...guest }),
    ).toMatchObject({ status: 404 });
  });
});

describe('a guest who asks to be told', () => {
  const asGuest = (product: SomeProduct, email: string, language?: 'pt') =>
    call(interestContract.askOfProductAsGuest, {
      params: { slug: product.slug },
      body: { ...body(email), ...(language ? { language } : {}) },
    });

  it('confirms by a link, of which looking is not answering, and is told then', async () => {
    useClock(before);
    const product = await aComing();
    const email = 'Maria.Guest@example.test';
    await asGuest(product, email, 'pt');
    await runKeptJobs();
    const [mail] = await mailsTo(email.toLowerCase());
    expect([mail?.kind, mail?.language]).toEqual(['lead-confirm', 'pt']);
    const link = await linkTo(email.toLowerCase(), '/letters/leads/confirm/');
    const looked = await follow(link, 'GET');
    expect(looked.body).toContain('Sim, quero o aviso');
    expect(await leadsOf(product)).toMatchObject([{ confirmed_at: null }]);
    await follow(link);
    expect(await leadsOf(product)).toMatchObject([
      { confirmed_at: '2027-01-10T10:00:00.000Z', language: 'pt' },
    ]);
    await tellAt(opening);
    expect(await kindsTo(email.toLowerCase())).toEqual(['lead-confirm', 'lead-opened']);
  });

  it('is neither told nor seen without it, and forgotten after two days', async () => {
    useClock(before);
    const product = await aComing();
    const email = 'silent@example.test';
    await asGuest(product, email);
    await runKeptJobs();
    const link = await linkTo(email, '/letters/leads/confirm/');
    const seen = () => call(leadsContract.listLeads, { as: product.owner, query: {} });
    expect((await seen()).items).toEqual([]);
    await tellAt(opening);
    expect(await kindsTo(email)).toEqual(['lead-confirm']);
    useClock('2027-01-12T10:00:00Z');
    expect((await follow(link)).statusCode).toBe(404);
    await enqueueNow(forgetUnconfirmed, {});
    await runKeptJobs();
    expect(await leadsOf(product)).toEqual([]);
  });

  it('gets the same answer whether or not the address is known, and no heap of letters', async () => {
    useClock(before);
    const product = await aComing();
    const viewer = await aViewer();
    const answers = [
      await asGuest(product, viewer.email),
      await asGuest(product, viewer.email),
      await asGuest(product, 'nobody@example.test'),
    ];
    expect(answers).toEqual([{ accepted: true }, { accepted: true }, { accepted: true }]);
    await runKeptJobs();
    expect(await kindsTo(viewer.email)).toEqual(['lead-confirm']);
    useClock('2027-01-10T10:10:00Z');
    await asGuest(product, viewer.email);
    await runKeptJobs();
    expect(await kindsTo(viewer.email)).toHaveLength(2);
    for (let more = 0; more < 6; more += 1) await asGuest(await aComing(), viewer.email);
    await runKeptJobs();
    expect(await kindsTo(viewer.email)).toHaveLength(6);
  });

  it('must agree, with an address that can be one', async () => {
    const product = await aComing();
    const params = { slug: product.slug };
    const wrong = async (given: object) =>
      refusal(interestContract.askOfProductAsGuest, { params, body: given as never });
    expect(await wrong({ email: 'a@example.test', consent: false })).toMatchObject({
      status: 422,
      fields: { consent: 'must_accept' },
    });
    expect(await wrong({ email: 'nobody', consent: true })).toMatchObject({
      status: 422,
      fields: { email: 'not_an_email' },
    });
  });

  it('of a channel is told of what is new there', async () => {
    useClock(before);
    const { channel } = await aProduct();
    const email = 'channel.guest@example.test';
    const params = { slug: channel.slug };
    await call(interestContract.askOfChannelAsGuest, { params, body: body(email) });
    await runKeptJobs();
    await follow(await linkTo(email, '/letters/leads/confirm/'));
    const fresh = await aProduct({ channel, status: 'draft', sessions: [{}] });
    useClock('2027-01-10T10:02:00Z');
    await call(catalogContract.publishProduct, { as: fresh.owner, params: { slug: fresh.slug } });
    await runKeptJobs();
    expect(await kindsTo(email)).toEqual(['lead-confirm', 'lead-opened']);
  });
});

describe('what was told can be stopped', () => {
  it('from within the letter, without a log-in, and by nobody who made up the link', async () => {
    useClock(before);
    const product = await aProduct({ sessions: [{ capacity: 1, held: 1 }] });
    const viewer = await aViewer();
    await ask(viewer, product);
    await db()
      .updateTable('product_sessions')
      .set({ seats_held: 0 })
      .where('product_id', '=', product.id)
      .execute();
    await tellAt('2027-01-10T10:01:00Z');
    const link = await linkTo(viewer.email, '/letters/leads/stop/');
    expect((await follow(link, 'GET')).statusCode).toBe(200);
    expect(await leadsOf(product)).toMatchObject([{ stopped_at: null }]);
    const done = await follow(link);
    expect(done.body).toContain('We will not write to you');
    expect(await leadsOf(product)).toMatchObject([
      { state: 'lost', stopped_at: '2027-01-10T10:01:00.000Z' },
    ]);
    const seen = await call(leadsContract.listLeads, { as: product.owner, query: {} });
    expect([seen.items, seen.rates]).toEqual([[], []]);
    const forged = link.replace(/[^/]+$/, 'AAAA');
    expect((await follow(forged)).statusCode).toBe(404);
    expect((await follow(link.replace('/stop/', '/confirm/'))).statusCode).toBe(404);
  });
});

describe('an administrator', () => {
  it('sees the leads of all channels', async () => {
    const product = await aComing();
    const viewer = await aViewer();
    await ask(viewer, product);
    const { items } = await call(leadsContract.listAllLeads, {
      as: await anAdmin(),
      query: { product: product.slug },
    });
    expect(items).toMatchObject([{ person: { email: viewer.email }, kind: 'interest' }]);
    expect(await refusal(leadsContract.listAllLeads, { as: product.owner, query: {} })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
  });
});
