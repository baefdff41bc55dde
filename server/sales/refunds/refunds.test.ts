import { PDFParse } from 'pdf-parse';
import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aUser } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { call, refusal, send } from '#test/story.ts';

const reason = 'The show was cancelled';
const sumsOf = async (orderId: string) => {
  const rows = await db()
    .selectFrom('ledger_entries')
    .select(['account'])
    .select(({ fn }) => fn.sum<string>('amount').as('sum'))
    .where('order_id', '=', orderId)
    .groupBy('account')
    .orderBy('account')
    .execute();
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
};

describe('money goes back', () => {
  it('whole, by the organizer: the ticket ends, the seat is free, the organizer bears it', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { order, buyer } = await aPaidOrder({ product });
    const params = { id: order.id };
    const back = await call(refundsContract.refundOrder, {
      as: product.owner,
      params,
      body: { reason },
    });
    expect(back).toMatchObject({
      state: 'refunded',
      refunded: 1210,
      payment: { state: 'refunded' },
      refunds: [{ amount: 1210, state: 'done', reason }],
      can: { refund: false, refundPart: false, invoice: true },
    });
    expect(back.invoices.map(({ kind, total }) => [kind, total])).toEqual([
      ['sale', 1210],
      ['rectifying', -1210],
    ]);
    expect(back.invoices[1]?.number).toMatch(/^R\d{4}-[A-Z]{4}-000001$/);
    expect(await sumsOf(order.id)).toEqual({
      organizer: 154,
      platform_fee: -154,
      provider: 0,
      tax: 0,
    });
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine).toMatchObject({ ticket: null, state: 'no_ticket', can: { buy: true } });
    await runKeptJobs();
    const mails = await db()
      .selectFrom('mails')
      .select(['kind', 'attachments'])
      .where('recipient', '=', buyer.email)
      .orderBy('id')
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['order-paid', 'order-refunded']);
    expect(mails[1]?.attachments).toMatchObject([{ maker: 'invoice' }]);
    expect((await aPaidOrder({ product, buyer })).order.state).toBe('paid');
  });

  it('in parts, by an administrator, until nothing is left', async () => {
    const { order, buyer, product } = await aPaidOrder();
    const as = await anAdmin();
    const params = { id: order.id };
    const refund = (amount: number) =>
      call(refundsContract.refundOrder, { as, params, body: { amount, reason } });
    expect(await refund(400)).toMatchObject({ state: 'partly_refunded', refunded: 400 });
    const mine = await call(salesContract.getMine, { as: buyer, params: { slug: product.slug } });
    expect(mine.ticket).not.toBeNull();
    const [row] = (await call(ordersContract.listMyOrders, { as: buyer })).items;
    expect(row).toMatchObject({ total: 1210, refunded: 400 });
    expect(row?.invoices.map(({ kind, total }) => [kind, total])).toEqual([
      ['sale', 1210],
      ['rectifying', -400],
    ]);
    expect(
      await refusal(refundsContract.refundOrder, { as, params, body: { amount: 811, reason } }),
    ).toEqual({ status: 422, code: 'VALIDATION', fields: { amount: 'too_big' } });
    const whole = await call(refundsContract.refundOrder, { as, params, body: { reason } });
    expect(whole).toMatchObject({ state: 'refunded', refunded: 1210 });
    expect(whole.invoices.map(({ total }) => total)).toEqual([1210, -400, -810]);
    expect(await refusal(refundsContract.refundOrder, { as, params, body: { reason } })).toEqual({
      status: 409,
      code: 'REFUND_STATE',
    });
    expect((await sumsOf(order.id)).tax).toBe(0);
    const { differences } = await call(paymentsContract.checkLedger, { as });
    expect(differences).toEqual([]);
  });

  it('is told with how much of what was paid came back, and whether what was bought still holds', async () => {
    const { order, buyer, product } = await aPaidOrder();
    const as = await anAdmin();
    const params = { id: order.id };
    const letterAfter = async (body: { amount?: number }) => {
      await call(refundsContract.refundOrder, { as, params, body: { ...body, reason } });
      await runKeptJobs();
      const { body_text: text } = await db()
        .selectFrom('mails')
        .select('body_text')
        .where('recipient', '=', buyer.email)
        .where('kind', '=', 'order-refunded')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return text;
    };
    const part = await letterAfter({ amount: 400 });
    expect(part).toContain('€4.00 of the €12.10 that you paid');
    expect(part).not.toContain('Total');
    expect(part).toContain(`What you bought stays valid: ${product.title}.`);
    const rest = await letterAfter({});
    expect(rest).toContain('€8.10 of the €12.10 that you paid');
    expect(rest).toContain(`No longer valid: ${product.title}.`);
  });

  it.each([
    // Of 12.10: 2.10 of tax, 1.54 of fee, 8.46 for the organizer.
    ['show_cancelled', { organizer: 154, platform_fee: -154, platform_cost: 0 }],
    ['complaint', { organizer: 154, platform_fee: -154, platform_cost: 0 }],
    ['platform_fault', { organizer: -846, platform_fee: 0, platform_cost: 846 }],
    ['viewer_connection', { organizer: -346, platform_fee: -77, platform_cost: 423 }],
  ] as const)('for %s, borne by whoever the rule says', async (reasonCode, sums) => {
    const { order } = await aPaidOrder();
    const as = await anAdmin();
    const params = { id: order.id };
    const seen = await call(refundsContract.previewRefund, { as, params, query: { reasonCode } });
    const back = await call(refundsContract.refundOrder, {
      as,
      params,
      body: { reason, reasonCode },
    });
    expect(back.refunds).toMatchObject([{ reasonCode, bearer: seen.bearer, origin: 'person' }]);
    const books = await sumsOf(order.id);
    expect({ platform_cost: 0, ...books }).toEqual({ ...sums, provider: 0, tax: 0 });
    // What was shown before is what was booked.
    const { organizer, platform, fee, tax } = seen.share;
    expect([organizer + platform + fee + tax, tax]).toEqual([1210, 210]);
    expect(organizer - 846).toBe(sums.organizer);
    const [totals] = (await call(salesContract.listAllSales, { as, query: { q: order.id } }))
      .totals;
    if (!totals) throw new Error('no totals');
    expect(totals.taken - totals.refunded - totals.fees + totals.covered).toBe(totals.organizer);
  });

  it('at somebody else’s cost than the rule says, with a word why', async () => {
    const { order } = await aPaidOrder();
    const as = await anAdmin();
    const params = { id: order.id };
    const body = { reason, reasonCode: 'complaint', bearer: 'platform' } as const;
    expect(await refusal(refundsContract.refundOrder, { as, params, body })).toEqual({
      ...{ status: 422, code: 'VALIDATION' },
      fields: { bearerReason: 'required' },
    });
    const bearerReason = 'They had to wait for us';
    const back = await call(refundsContract.refundOrder, {
      ...{ as, params },
      body: { ...body, bearerReason },
    });
    expect(back.refunds).toMatchObject([{ bearer: 'platform', state: 'done' }]);
    expect((await sumsOf(order.id)).organizer).toBe(-846);
    const { bearer_reason } = await db()
      .selectFrom('refunds')
      .select('bearer_reason')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(bearer_reason).toBe(bearerReason);
  });

  it('as a kindness of a fifth at the platform’s cost, and no more of it', async () => {
    const { order } = await aPaidOrder();
    const as = await anAdmin();
    const params = { id: order.id };
    const give = (amount: number) =>
      call(refundsContract.refundOrder, {
        ...{ as, params },
        body: { reason, reasonCode: 'goodwill', amount },
      });
    await give(200);
    const { refunds } = await give(43);
    expect(refunds.map(({ bearer }) => bearer)).toEqual(['platform', 'organizer']);
  });

  it('is shown beforehand to nobody who could not give it back', async () => {
    const { order, product, buyer } = await aPaidOrder();
    const params = { id: order.id };
    const ask = (as: typeof buyer, query: object = {}) =>
      refusal(refundsContract.previewRefund, {
        ...{ as, params },
        query: { reasonCode: 'complaint' as const, ...query },
      });
    expect((await ask(buyer)).status).toBe(403);
    expect((await ask(await anOrganizer())).status).toBe(404);
    expect((await ask(product.owner, { amount: 1 })).code).toBe('FORBIDDEN');
    const { order: pending } = await anOrder();
    expect(
      await refusal(refundsContract.previewRefund, {
        ...{ as: await anAdmin(), params: { id: pending.id } },
        query: { reasonCode: 'complaint' },
      }),
    ).toEqual({ status: 409, code: 'REFUND_STATE' });
  });

  it('not by strangers, not by the buyer, not in parts by the organizer', async () => {
    const { order, product, buyer } = await aPaidOrder();
    const params = { id: order.id };
    const body = { reason };
    const other = await anOrganizer();
    expect((await refusal(refundsContract.refundOrder, { as: other, params, body })).status).toBe(
      404,
    );
    expect((await refusal(refundsContract.refundOrder, { as: buyer, params, body })).status).toBe(
      403,
    );
    const producerBuyer = await anOrganizer();
    const { order: own } = await aPaidOrder({ buyer: producerBuyer });
    const ownParams = { id: own.id };
    expect(
      (await refusal(refundsContract.refundOrder, { as: producerBuyer, params: ownParams, body }))
        .status,
    ).toBe(404);
    for (const more of [{ amount: 1 }, { bearer: 'platform' as const }]) {
      expect(
        await refusal(refundsContract.refundOrder, {
          as: product.owner,
          params,
          body: { ...body, ...more },
        }),
      ).toEqual({ status: 403, code: 'FORBIDDEN' });
    }
  });

  it('not for what was not paid', async () => {
    const { order } = await anOrder();
    const as = await anAdmin();
    const params = { id: order.id };
    expect(
      (await refusal(refundsContract.refundOrder, { as, params, body: { reason } })).code,
    ).toBe('REFUND_STATE');
    expect(
      (await refusal(refundsContract.refundOrder, { as, params, body: { reason: '' } })).fields,
    ).toEqual({ reason: 'required' });
  });

  it('once, however often it is asked for at the same time', async () => {
    const { order } = await aPaidOrder();
    const as = await anAdmin();
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        call(refundsContract.refundOrder, { as, params: { id: order.id }, body: { reason } }),
      ),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await runKeptJobs();
    const { items } = await call(salesContract.listAllSales, {
      as,
      query: { q: order.lines[0]?.title ?? '' },
    });
    expect(items.map(({ refunded }) => refunded)).toEqual([1210]);
  });

  it('by the job when the provider was not there at first', async () => {
    const { order } = await aPaidOrder();
    await db()
      .updateTable('sandbox_charges')
      .set({ state: 'created' })
      .where('order_id', '=', order.id)
      .execute();
    const as = await anAdmin();
    const params = { id: order.id };
    const asked = await call(refundsContract.refundOrder, { as, params, body: { reason } });
    expect(asked).toMatchObject({ state: 'paid', refunds: [{ state: 'requested' }] });
    expect(asked.can.refund).toBe(false);
    expect(keptJobs().map(({ name }) => name)).toContain('refund-payment');
    await db()
      .updateTable('sandbox_charges')
      .set({ state: 'approved' })
      .where('order_id', '=', order.id)
      .execute();
    await runKeptJobs();
    expect((await call(ordersContract.getOrder, { as, params })).state).toBe('refunded');
  });
});

describe('an invoice', () => {
  const read = async (as: { token: string }, id: string, invoice?: string) => {
    const file = await send(ordersContract.getInvoiceFile, {
      as,
      params: { id },
      query: invoice ? { invoice } : {},
    });
    expect(file.headers['content-type']).toBe('application/pdf');
    return file.rawPayload;
  };
  const textOf = async (pdf: Buffer) =>
    (await new PDFParse({ data: new Uint8Array(pdf) }).getText()).text.replaceAll(/\s+/g, ' ');

  it.each([
    ['en', 'Simplified invoice', '€12.10', 'Tax 21% on €10.00'],
    ['es', 'Factura simplificada', '12,10 €', 'IVA 21 % sobre 10,00 €'],
    ['pt', 'Fatura simplificada', '€ 12,10', 'Imposto 21% sobre € 10,00'],
  ] as const)(
    'in %s has both parties, the tax and the total',
    async (language, title, total, tax) => {
      const buyer = await aUser({ language });
      const product = await aProduct({ title: 'Noche de años — Łódź & façade' });
      const { order } = await anOrder({ product, buyer, form: {} });
      await db().updateTable('orders').set({ language }).where('id', '=', order.id).execute();
      await pay(buyer, order);
      const pdf = await read(buyer, order.id);
      const text = await textOf(pdf);
      for (const part of [
        title,
        total,
        tax,
        'Cellar Strings SL',
        'B58818501',
        'Ana Prats',
        'Noche de años — Łódź & façade',
        '4242',
      ]) {
        expect(text).toContain(part);
      }
      expect(Buffer.compare(pdf, await read(product.owner, order.id))).toBe(0);
    },
  );

  it('is made out to a company, in full, when the buyer asks for it', async () => {
    const billing = {
      company: 'Teatro Año Nuevo SA',
      nif: 'A58818501',
      address: 'Gran Vía 1',
      city: 'Madrid',
      postalCode: '28013',
      country: 'ES',
    };
    const { order, buyer } = await aPaidOrder({ form: { billing } });
    const text = await textOf(await read(buyer, order.id));
    expect(text).toContain('Invoice');
    expect(text).not.toContain('Simplified');
    expect(text).toContain('Teatro Año Nuevo SA');
    expect(text).toContain('A58818501');
  });

  it('of a refund names what it rectifies', async () => {
    const { order, product, buyer } = await aPaidOrder();
    const params = { id: order.id };
    const back = await call(refundsContract.refundOrder, {
      as: product.owner,
      params,
      body: { reason },
    });
    const [sale, correction] = back.invoices;
    const text = await textOf(await read(buyer, order.id, correction?.id));
    expect(text).toContain('Rectifying invoice');
    expect(text).toContain(`Rectifies invoice ${sale?.number}`);
    expect(text).toContain(reason);
    expect(text).toContain('−€12.10');
    const foreign = (await aPaidOrder()).order.invoices[0]?.id ?? '';
    const lost = await send(ordersContract.getInvoiceFile, {
      as: buyer,
      params,
      query: { invoice: foreign },
    });
    expect(lost.statusCode).toBe(404);
  });

  it('of a refund is issued by whoever sold, though the channel has another owner of its papers now', async () => {
    const { order, product } = await aPaidOrder();
    await db()
      .updateTable('channels')
      .set({ business_name: 'Nueva Sala SL' })
      .where('id', '=', product.channel.id)
      .execute();
    await call(refundsContract.refundOrder, {
      as: product.owner,
      params: { id: order.id },
      body: { reason },
    });
    const papers = await db()
      .selectFrom('invoices')
      .select(sql`paper->'issuer'`.as('issuer'))
      .where('order_id', '=', order.id)
      .orderBy('kind', 'desc')
      .execute();
    expect(papers).toHaveLength(2);
    expect(papers[1]?.issuer).toEqual(papers[0]?.issuer);
    expect(papers[0]?.issuer).not.toMatchObject({ name: 'Nueva Sala SL' });
  });

  it('wears name and look of the day on which it was issued', async () => {
    const { order, product, buyer } = await aPaidOrder();
    const before = await read(buyer, order.id);
    const { SITE_NAME, SITE_ACCENT, OPERATOR_NAME } = config();
    overrideConfig({ SITE_NAME: 'Aurora', SITE_ACCENT: '#0b1f4b', OPERATOR_NAME: 'Aurora SL' });
    try {
      expect(Buffer.compare(await read(buyer, order.id), before)).toBe(0);
      const back = await call(refundsContract.refundOrder, {
        as: product.owner,
        params: { id: order.id },
        body: { reason },
      });
      const correction = await textOf(await read(buyer, order.id, back.invoices[1]?.id));
      expect(correction).toContain('Issued through Aurora');
      expect(correction).toContain('Aurora · Aurora SL');
      expect(correction).not.toContain('Platea');
    } finally {
      overrideConfig({ SITE_NAME, SITE_ACCENT, OPERATOR_NAME });
    }
  });

  it('of before heads were kept wears the oldest, whatever the site is called now', async () => {
    const { order, buyer } = await aPaidOrder();
    const before = await read(buyer, order.id);
    await sql`alter table invoices disable trigger invoices_fixed`.execute(db());
    await db()
      .updateTable('invoices')
      .set({ letterhead_id: null })
      .where('order_id', '=', order.id)
      .execute();
    await sql`alter table invoices enable trigger invoices_fixed`.execute(db());
    const { SITE_NAME } = config();
    overrideConfig({ SITE_NAME: 'Aurora' });
    try {
      expect(Buffer.compare(await read(buyer, order.id), before)).toBe(0);
    } finally {
      overrideConfig({ SITE_NAME });
    }
  });

  it('keeps one head for all papers that look the same, and nobody changes it', async () => {
    await aPaidOrder();
    await aPaidOrder();
    const heads = await db().selectFrom('letterheads').select('look').execute();
    const names = heads.map(({ look }) => (look as { name: string }).name);
    expect(names.filter((name) => name === 'Platea')).toEqual(['Platea']);
    const change = db().updateTable('letterheads').set({ digest: 'x' }).execute();
    await expect(change).rejects.toThrow('letterheads rows are never changed');
  });
});
