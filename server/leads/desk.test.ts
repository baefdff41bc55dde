import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { interestContract } from '#contract/interest.ts';
import { leadsContract } from '#contract/leads.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aGift } from '#test/factories/giving.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { holdClock } from '#test/held-clock.ts';
import { rowsOfCsv, rowsOfWorkbook } from '#test/read-workbook.ts';
import { call, refusal, send } from '#test/story.ts';

const ask = async (product: SomeProduct, someone?: Someone) => {
  const viewer = someone ?? (await aViewer());
  await call(interestContract.askOfProduct, { as: viewer, params: { slug: product.slug } });
  return viewer;
};
const list = (as: Someone, query: object = {}) => call(leadsContract.listLeads, { as, query });
const firstOf = async (as: Someone) => {
  const { items } = await list(as);
  if (!items[0]) throw new Error('no lead');
  return items[0];
};

describe('the leads of an organizer', () => {
  it('are those of their own channels, filtered by product, kind, state, day and words', async () => {
    useClock('2027-01-10T10:00:00Z');
    const product = await aProduct({ title: 'Candle concert' });
    const { owner, channel } = product;
    const other = await aProduct({ channel, title: 'Organ by night' });
    const [first, second] = [await ask(product), await ask(other)];
    await ask(await aProduct());
    const emails = async (query: object) =>
      (await list(owner, query)).items.map(({ person }) => person.email);
    expect(await emails({})).toEqual([second.email, first.email]);
    expect(await emails({ product: product.slug })).toEqual([first.email]);
    expect(await emails({ channel: channel.slug })).toHaveLength(2);
    expect(await emails({ q: 'órgan' })).toEqual([second.email]);
    expect(await emails({ q: first.email })).toEqual([first.email]);
    expect(await emails({ kind: 'waiting' })).toEqual([]);
    expect(await emails({ state: 'new' })).toHaveLength(2);
    expect(await emails({ from: '2027-01-11' })).toEqual([]);
    expect(await emails({ from: '2027-01-10', to: '2027-01-10' })).toHaveLength(2);
    const foreign = await aProduct();
    expect(
      await refusal(leadsContract.listLeads, {
        as: owner,
        query: { channel: foreign.channel.slug },
      }),
    ).toMatchObject({ status: 404 });
    expect(await refusal(leadsContract.listLeads, { as: first, query: {} })).toMatchObject({
      status: 403,
    });
  });

  it('are read in as many statements for three as for one', async () => {
    holdClock();
    const product = await aProduct();
    await ask(product);
    // Whoever asks is looked up once, and remembered
    await list(product.owner);
    const one = await countQueries(() => list(product.owner));
    await ask(product);
    await ask(product);
    const three = await countQueries(() => list(product.owner));
    expect(three).toBe(one);
  });

  it('are bought when whoever asked buys, and the rate says how many did', async () => {
    const product = await aProduct();
    const [buyer] = [await ask(product), await ask(product), await ask(product)];
    await aPaidOrder({ product, buyer });
    await runKeptJobs();
    const { items, rates } = await list(product.owner);
    expect(items.map(({ state }) => state).sort()).toEqual(['bought', 'new', 'new']);
    expect(rates).toMatchObject([
      { product: { slug: product.slug }, kind: 'interest', leads: 3, bought: 1, permille: 333 },
    ]);
    const bought = await list(product.owner, { state: 'bought' });
    expect([bought.total, bought.rates[0]?.leads]).toEqual([1, 3]);
    expect(bought.items[0]).toMatchObject({ person: { email: buyer?.email }, can: { move: [] } });
  });

  it('are not bought by who buys it for somebody else', async () => {
    const product = await aProduct();
    const buyer = await ask(product);
    await aGift({ product, ...(buyer ? { buyer } : {}) });
    expect((await list(product.owner)).items).toMatchObject([{ state: 'new' }]);
    await aPaidOrder({ product, buyer });
    await runKeptJobs();
    expect((await list(product.owner)).items).toMatchObject([{ state: 'bought' }]);
  });

  it('are bought by a guest whose address buys, and by who asked of the channel', async () => {
    const product = await aProduct();
    const { channel } = product;
    const [guest, fan] = [await aViewer(), await aViewer()];
    await call(interestContract.askOfProductAsGuest, {
      params: { slug: product.slug },
      body: { email: guest.email, consent: true },
    });
    await call(interestContract.askOfChannel, { as: fan, params: { slug: channel.slug } });
    await runKeptJobs();
    await db()
      .updateTable('leads')
      .set({ confirmed_at: '2026-12-01T00:00:00Z' })
      .where('email', '=', guest.email)
      .execute();
    await aPaidOrder({ product, buyer: guest });
    await aPaidOrder({ product, buyer: fan });
    await runKeptJobs();
    const { items } = await list(product.owner);
    expect(items.map(({ state, person }) => [person.email, state]).sort()).toEqual(
      [
        [fan.email, 'bought'],
        [guest.email, 'bought'],
      ].sort(),
    );
  });

  it('vanish with a deleted account', async () => {
    const product = await aProduct();
    const [gone, stays] = [await ask(product), await ask(product)];
    await call(usersContract.moveUser, {
      as: await anAdmin(),
      params: { id: gone.id },
      body: { move: 'delete' },
    });
    const { items } = await list(product.owner);
    expect(items.map(({ person }) => person.email)).toEqual([stays.email]);
    const rows = await db()
      .selectFrom('leads')
      .select('id')
      .where('user_id', '=', gone.id)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('a lead is worked on', () => {
  const move = (as: Someone, id: string, from: string, to: string) =>
    refusal(leadsContract.moveLead, { as, params: { id }, body: { from, to } as never });

  it('by its organizer and administrators, from the state that is on the screen', async () => {
    const product = await aProduct();
    await ask(product);
    const { owner: as } = product;
    const { id, can } = await firstOf(as);
    expect(can).toEqual({ move: ['contacted', 'bought', 'lost'], note: true });
    const params = { id };
    const contacted = await call(leadsContract.moveLead, {
      as,
      params,
      body: { from: 'new', to: 'contacted' },
    });
    expect(contacted).toMatchObject({ state: 'contacted', can: { move: ['bought', 'lost'] } });
    expect(await move(as, id, 'new', 'lost')).toEqual({ status: 409, code: 'LEAD_STATE' });
    expect(await move(as, id, 'contacted', 'new')).toEqual({ status: 409, code: 'LEAD_STATE' });
    const admin = await anAdmin();
    const noted = await call(leadsContract.noteLead, {
      as: admin,
      params,
      body: { note: 'Rang on Monday' },
    });
    expect(noted.note).toBe('Rang on Monday');
    await call(leadsContract.moveLead, {
      as: admin,
      params,
      body: { from: 'contacted', to: 'lost' },
    });
    expect(await firstOf(as)).toMatchObject({ state: 'lost', note: 'Rang on Monday' });
  });

  it('by nobody else: for others it does not exist', async () => {
    const product = await aProduct();
    const viewer = await ask(product);
    const { id } = await firstOf(product.owner);
    const other = await anOrganizer();
    expect(await move(other, id, 'new', 'lost')).toMatchObject({ status: 404 });
    expect(await move(viewer, id, 'new', 'lost')).toMatchObject({ status: 403 });
    const body = { note: 'Not mine' };
    for (const [as, status] of [
      [other, 404],
      [viewer, 403],
    ] as const) {
      expect(await refusal(leadsContract.noteLead, { as, params: { id }, body })).toMatchObject({
        status,
      });
    }
    const nobody = '01997f6e-0000-7abc-9def-000000000001';
    expect(await move(product.owner, nobody, 'new', 'lost')).toMatchObject({ status: 404 });
  });

  it('by one of two who move it at the same instant', async () => {
    const product = await aProduct();
    await ask(product);
    const { id } = await firstOf(product.owner);
    const answers = await Promise.all(
      (['contacted', 'lost'] as const).map((to) =>
        send(leadsContract.moveLead, {
          as: product.owner,
          params: { id },
          body: { from: 'new', to },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('the leads as a file', () => {
  it('hold the list that matches, and no formula of anybody’s', async () => {
    const product = await aProduct();
    const viewer = await ask(product);
    await db()
      .updateTable('users')
      .set({ name: '=HYPERLINK("http://x")', surname: '' })
      .where('id', '=', viewer.id)
      .execute();
    await ask(await aProduct());
    const as = product.owner;
    const file = await send(leadsContract.exportLeads, { as, query: {}, language: 'en' });
    const rows = rowsOfCsv(file.body);
    expect(rows).toHaveLength(2);
    const name = rows[1]?.[rows[0]?.indexOf('Name') ?? -1] ?? '';
    expect([name.includes('HYPERLINK'), /^[=+\-@]/.test(name)]).toEqual([true, false]);
    const book = await send(leadsContract.exportLeads, {
      as,
      query: { format: 'xlsx' },
      language: 'es',
    });
    const heads = rowsOfWorkbook(book.rawPayload)[0] ?? [];
    expect(heads.map(({ value }) => value)).toContain('Nota');
    const none = await send(leadsContract.exportLeads, { as, query: { state: 'bought' } });
    expect(rowsOfCsv(none.body)).toHaveLength(1);
  });

  it('are given to administrators whole, and to nobody else', async () => {
    const product = await aProduct();
    const viewer = await ask(product);
    const query = { product: product.slug };
    const admin = await anAdmin();
    const all = await send(leadsContract.exportAllLeads, { as: admin, query });
    expect(rowsOfCsv(all.body)).toHaveLength(2);
    expect(await refusal(leadsContract.exportAllLeads, { as: product.owner, query })).toMatchObject(
      {
        status: 403,
      },
    );
    expect(await refusal(leadsContract.exportLeads, { as: viewer, query })).toMatchObject({
      status: 403,
    });
  });
});
