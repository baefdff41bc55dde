import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { channelsContract } from '#contract/channels.ts';
import { ordersContract } from '#contract/orders.ts';
import { salesContract } from '#contract/sales.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { forgetKept } from '#server/payments/forget-payers.ts';
import { canChargeKept } from '#server/payments/index.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { toldTo } from '#test/books.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { lastMailTo, mailsTo } from '#test/factories/mails.ts';
import { saveProviders } from '#test/factories/payments.ts';
import { aMonth, aPaidChannel, mySubscriptions } from '#test/factories/subscriptions.ts';
import { askedOfRedsys, byBothProviders, keptByRedsys } from '#test/providers-story.ts';
import { call, send } from '#test/story.ts';
import { stripeKeys } from '#test/stripe-server.ts';
import { renewMonths } from './renew-months.ts';

const began = '2026-01-31T11:00:00Z';
const due = '2026-02-28T05:00:00Z';
const { stripe, redsys, setStripe, setRedsys, toldByStripe, toldByRedsys, pay } = byBothProviders();

const newestOrderOf = async ({ id }: Someone) => {
  const orders = db().selectFrom('orders').select('id').where('buyer_id', '=', id);
  return (await orders.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id;
};

const keptOf = (as: Someone) =>
  db()
    .selectFrom('kept_means as k')
    .innerJoin('payments as p', 'p.id', 'k.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .selectAll('k')
    .where('o.buyer_id', '=', as.id)
    .execute();
const statesOf = async (as: Someone) =>
  (
    await db()
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select('p.state')
      .where('o.buyer_id', '=', as.id)
      .orderBy('p.created_at')
      .execute()
  ).map(({ state }) => state);

/** Somebody who subscribes, the first month paid there. */
async function byStripe() {
  useClock(began);
  await setStripe();
  const viewer = await aViewer();
  const { id } = await aMonth(viewer, await aPaidChannel());
  const sent = await pay(viewer, id, 'stripe');
  const sessionId = sent.payment?.place?.url.split('/').at(-1) ?? '';
  const form = stripe().asked.at(-1)?.form;
  const session = stripe().pay(sessionId);
  await toldByStripe(stripe().event('checkout.session.completed', session));
  return { viewer, form, session };
}

describe('by Stripe', () => {
  it('the card is kept by them, for a customer of theirs, and sealed here', async () => {
    const { viewer, form, session } = await byStripe();
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      customer_creation: 'always',
      'payment_intent_data[setup_future_usage]': 'off_session',
    });
    const [kept] = await keptOf(viewer);
    expect(kept).toMatchObject({ provider: 'stripe', last_four: '4242' });
    const { customer } = session.payment_intent;
    expect(kept?.token?.includes(customer)).toBe(false);
    const events = await db().selectFrom('provider_events').select('body').execute();
    expect(JSON.stringify(events)).not.toContain(customer);
    expect(await mySubscriptions(viewer)).toMatchObject([{ lastFour: '4242', renews: true }]);
  });

  it('a month is charged while nobody is there, once for each key, and told twice it is one', async () => {
    const { viewer } = await byStripe();
    useClock(due);
    stripe().kept = 'approve';
    await renewMonths();
    const asked = stripe()
      .asked.filter(({ path }) => path === '/v1/payment_intents')
      .at(-1);
    expect(Object.fromEntries(asked?.form ?? [])).toMatchObject({
      amount: '499',
      currency: 'eur',
      off_session: 'true',
      confirm: 'true',
    });
    expect(asked?.key).toBe(asked?.form.get('metadata[reference]'));
    const intent = [...stripe().intents.values()].at(-1);
    expect(await toldByStripe(stripe().event('payment_intent.succeeded', intent))).toBe(204);
    expect(await toldByStripe(stripe().event('payment_intent.created', intent))).toBe(204);
    expect(await statesOf(viewer)).toEqual(['paid', 'paid']);
    expect(await mySubscriptions(viewer)).toMatchObject([
      { validUntil: '2026-03-31T10:00:00.000Z' },
    ]);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it.each([
    ['authentication_required', 'subscription-confirm'],
    ['card_declined', 'subscription-failed'],
  ] as const)('a bank that says %s leads to a letter', async (says, kind) => {
    const { viewer } = await byStripe();
    useClock(due);
    stripe().kept = says;
    await renewMonths();
    expect(await statesOf(viewer)).toEqual(['paid', 'declined']);
    expect((await mailsTo(viewer.email)).map((mail) => mail.kind)).toEqual([kind]);
    expect(await mySubscriptions(viewer)).toMatchObject([{ paymentDue: true }]);
  });

  it('a month is not charged anew while nobody knows whether it was', async () => {
    const { viewer } = await byStripe();
    useClock(due);
    stripe().fault = 'down';
    await renewMonths();
    useClock('2026-02-28T05:01:00Z');
    await renewMonths();
    stripe().fault = null;
    expect(await statesOf(viewer)).toEqual(['paid', 'open']);
  });
});

describe('by Stripe, whose answer does not come', () => {
  const chargesOf = async (as: Someone) => {
    const rows = await db()
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select('p.provider_reference as reference')
      .where('o.buyer_id', '=', as.id)
      .execute();
    const ours = rows.map(({ reference }) => reference);
    return [...stripe().intents.values()].filter(({ metadata }) =>
      ours.includes(metadata.reference ?? ''),
    );
  };
  const at = (time: string) => useClock(`2026-02-28T${time}:00Z`);
  /** Somebody whose month is due while Stripe answers so. */
  async function dueWhile(fault: 'lost' | 'down') {
    const { viewer } = await byStripe();
    at('05:00');
    stripe().kept = 'approve';
    stripe().fault = fault;
    await renewMonths();
    stripe().fault = null;
    expect(await statesOf(viewer)).toEqual(['paid', 'open']);
    return viewer;
  }

  it('the month is found there when it was charged, and charged once', async () => {
    const viewer = await dueWhile('lost');
    at('05:03');
    await reconcilePayments();
    expect(await statesOf(viewer)).toEqual(['paid', 'paid']);
    at('06:01');
    await renewMonths();
    expect(await chargesOf(viewer)).toHaveLength(1);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('the month is asked for anew when it was not, once its try is free again, and charged once', async () => {
    const viewer = await dueWhile('down');
    at('05:03');
    await reconcilePayments();
    expect(await statesOf(viewer)).toEqual(['paid', 'cancelled']);
    at('06:01');
    await renewMonths();
    expect(await statesOf(viewer)).toEqual(['paid', 'cancelled', 'paid']);
    expect(await chargesOf(viewer)).toHaveLength(1);
  });

  it('nothing is charged when the person cancelled meanwhile, or the channel was banned', async () => {
    const viewer = await dueWhile('down');
    at('05:01');
    const [subscription] = await mySubscriptions(viewer);
    const params = { id: subscription?.id ?? '' };
    await call(subscriptionsContract.cancelSubscription, { as: viewer, params });
    const other = await dueWhile('down');
    at('05:01');
    const slug = (await mySubscriptions(other))[0]?.channel?.slug ?? '';
    const ban = { params: { slug }, body: { reason: 'Recordings of other people' } };
    await call(channelsContract.banChannel, { as: await anAdmin(), ...ban });
    for (const time of ['05:03', '06:04']) {
      at(time);
      await reconcilePayments();
      await renewMonths();
    }
    for (const one of [viewer, other]) {
      expect(await statesOf(one)).toEqual(['paid', 'cancelled']);
      expect(await chargesOf(one)).toEqual([]);
    }
  });

  it('while Stripe is away nothing is given up; when it is back it is asked anew if it never arrived', async () => {
    const viewer = await dueWhile('down');
    stripe().fault = 'down';
    at('06:10');
    await reconcilePayments();
    await renewMonths();
    expect(await statesOf(viewer)).toEqual(['paid', 'open']);
    stripe().fault = null;
    at('06:20');
    await reconcilePayments();
    expect(await statesOf(viewer)).toEqual(['paid', 'cancelled']);
    await renewMonths();
    expect(await statesOf(viewer)).toEqual(['paid', 'cancelled', 'paid']);
    expect(await chargesOf(viewer)).toHaveLength(1);
  });

  it('and for a key that is wrong the person is asked to pay by hand, the third time', async () => {
    const { viewer } = await byStripe();
    const { publicKey, signingKey } = stripeKeys;
    await saveProviders({ stripe: { publicKey, signingKey, secretKey: 'sk_test_51Another' } });
    for (const time of ['05:00', '06:00', '07:00']) {
      expect(await mailsTo(viewer.email)).toEqual([]);
      at(time);
      await renewMonths();
    }
    expect(await statesOf(viewer)).toEqual(['paid', 'cancelled', 'cancelled', 'cancelled']);
    expect((await mailsTo(viewer.email)).map(({ kind }) => kind)).toEqual(['subscription-due']);
    // There is one, and it will be asked again.
    const { body_text: text } = await lastMailTo(viewer.email);
    expect(text).toContain('We could not charge');
    expect(text).not.toContain('no card');
    expect(await chargesOf(viewer)).toEqual([]);
  });

  it('a card that this installation cannot read any more is none: the person pays by hand', async () => {
    const { viewer } = await byStripe();
    const [kept] = await keptOf(viewer);
    await db()
      .updateTable('kept_means')
      .set({ token: Buffer.from('sealed under another key of the installation') })
      .where('id', '=', kept?.id ?? '')
      .execute();
    at('05:00');
    await renewMonths();
    expect((await mailsTo(viewer.email)).map(({ kind }) => kind)).toEqual(['subscription-due']);
    expect((await lastMailTo(viewer.email)).body_text).toContain('no card');
  });
});

describe('a card that was kept', () => {
  const day = (text: string) => useClock(`${text}T12:00:00Z`);
  const erase = async ({ id }: Someone) =>
    call(usersContract.moveUser, {
      ...{ as: await anAdmin(), params: { id }, body: { move: 'delete' } as const },
    });

  it('is forgotten with the account, at once here and at night at Stripe', async () => {
    const { viewer, session } = await byStripe();
    const { customer } = session.payment_intent;
    await forgetKept();
    expect(await keptOf(viewer)).toMatchObject([{ last_four: '4242', forgotten_at: null }]);
    await erase(viewer);
    const [kept] = await keptOf(viewer);
    expect(kept).toMatchObject({ last_four: '', forgotten_at: expect.any(String) });
    expect(
      await canChargeKept(db(), { meansId: kept?.id ?? '', amount: 499, currency: 'EUR' }),
    ).toBe(false);
    stripe().fault = 'down';
    await forgetKept();
    stripe().fault = null;
    expect(stripe().forgotten).not.toContain(customer);
    await forgetKept();
    expect(stripe().forgotten.filter((one) => one === customer)).toHaveLength(1);
    expect(await keptOf(viewer)).toMatchObject([{ token: null }]);
  });

  it('is forgotten when its subscription has ended, and not before', async () => {
    const { viewer, session } = await byStripe();
    const [subscription] = await mySubscriptions(viewer);
    const params = { id: subscription?.id ?? '' };
    await call(subscriptionsContract.cancelSubscription, { as: viewer, params });
    day('2026-02-10');
    await forgetKept();
    expect(await keptOf(viewer)).toMatchObject([{ last_four: '4242', forgotten_at: null }]);
    day('2026-03-01');
    await endSubscriptions();
    await forgetKept();
    expect(await keptOf(viewer)).toMatchObject([{ last_four: '', token: null }]);
    expect(stripe().forgotten).toContain(session.payment_intent.customer);
  });

  it('goes from what the provider told too, with the names that stood there', async () => {
    const { viewer, session } = await byStripe();
    const told = async () => {
      const rows = await db()
        .selectFrom('provider_events as e')
        .innerJoin('payments as p', 'p.id', 'e.payment_id')
        .innerJoin('orders as o', 'o.id', 'p.order_id')
        .select('e.body')
        .where('o.buyer_id', '=', viewer.id)
        .execute();
      return JSON.stringify(rows);
    };
    // As a text of its own: the same digits stand by chance in one of some hundred names of things.
    const lastFour = '"4242"';
    expect(await told()).toContain(lastFour);
    await erase(viewer);
    for (const gone of [lastFour, 'sealed:']) expect(await told()).not.toContain(gone);
    expect(await told()).toContain(session.id);
  });
});

describe('by Redsys', () => {
  async function aSubscriber() {
    useClock(began);
    await setRedsys();
    const viewer = await aViewer();
    const { id } = await aMonth(viewer, await aPaidChannel());
    const sent = await pay(viewer, id, 'redsys');
    const fields = sent.payment?.place?.fields ?? {};
    expect(await toldByRedsys(redsys().notice(fields, keptByRedsys))).toBe(204);
    return { viewer, fields };
  }

  it('a card is asked for, kept by the bank, and charged by its name there', async () => {
    const { viewer, fields } = await aSubscriber();
    const asked = askedOfRedsys(fields);
    expect(asked).toMatchObject({
      DS_MERCHANT_IDENTIFIER: 'REQUIRED',
      DS_MERCHANT_COF_INI: 'S',
      DS_MERCHANT_COF_TYPE: 'R',
    });
    expect(await mySubscriptions(viewer)).toMatchObject([{ lastFour: '0003', renews: true }]);
    useClock(due);
    redsys().answers = 'done';
    await renewMonths();
    expect(redsys().charges.at(-1)).toMatchObject({
      DS_MERCHANT_IDENTIFIER: keptByRedsys.Ds_Merchant_Identifier,
      DS_MERCHANT_COF_INI: 'N',
      DS_MERCHANT_COF_TXNID: '2202182245100',
      DS_MERCHANT_EXCEP_SCA: 'MIT',
      DS_MERCHANT_DIRECTPAYMENT: 'true',
      DS_MERCHANT_AMOUNT: '499',
    });
    expect(await statesOf(viewer)).toEqual(['paid', 'paid']);
  });

  it('a no is a letter, and an answer that was lost is not asked again', async () => {
    const { viewer } = await aSubscriber();
    useClock(due);
    redsys().answers = 'refused';
    await renewMonths();
    expect(await statesOf(viewer)).toEqual(['paid', 'declined']);
    expect((await mailsTo(viewer.email)).map(({ kind }) => kind)).toEqual(['subscription-failed']);
    const { viewer: other } = await aSubscriber();
    useClock(due);
    redsys().answers = 'silent';
    await renewMonths();
    const before = redsys().charges.length;
    useClock('2026-02-28T05:10:00Z');
    await renewMonths();
    expect(redsys().charges).toHaveLength(before);
    expect(await statesOf(other)).toEqual(['paid', 'open']);
    redsys().answers = 'done';
    // Nobody can be asked: it is left to whoever looks at the bank's own screen, and told once.
    const admin = await anAdmin();
    for (const time of ['05:31', '05:40', '06:30']) {
      useClock(`2026-02-28T${time}:00Z`);
      await reconcilePayments();
      await renewMonths();
    }
    expect(await statesOf(other)).toEqual(['paid', 'open']);
    expect(await mailsTo(other.email)).toEqual([]);
    expect(await toldTo(admin, 'payments_stuck')).toHaveLength(1);
    expect(redsys().charges).toHaveLength(before);
  });

  /** A month whose charge the bank never answered, half an hour later. */
  async function unanswered() {
    const { viewer } = await aSubscriber();
    useClock(due);
    redsys().answers = 'silent';
    await renewMonths();
    redsys().answers = 'done';
    const order = await newestOrderOf(viewer);
    const admin = await anAdmin();
    const say = (took: boolean, as: Someone = admin) =>
      send(ordersContract.decideCharge, { as, params: { id: order }, body: { took } });
    const isShown = async () =>
      (await call(salesContract.listAllSales, { as: admin, query: { q: order } })).items.map(
        ({ can }) => can.decideCharge,
      );
    const differences = async () =>
      (await checkLedger()).differences.filter(({ orderId }) => orderId === order);
    return { viewer, admin, say, isShown, differences };
  }
  const later = async (time: string) => {
    useClock(`2026-02-28T${time}:00Z`);
    await reconcilePayments();
    await renewMonths();
  };

  it('what an administrator has seen there counts: it was charged', async () => {
    const { viewer, admin, say, isShown, differences } = await unanswered();
    expect(await isShown()).toEqual([false]);
    expect((await say(true)).json()).toMatchObject({ code: 'ORDER_STATE' });
    await later('05:40');
    expect(await isShown()).toEqual([true]);
    const before = redsys().charges.length;
    expect((await say(true)).statusCode).toBe(200);
    expect(await statesOf(viewer)).toEqual(['paid', 'paid']);
    expect(await isShown()).toEqual([false]);
    expect((await say(false)).json()).toMatchObject({ code: 'ORDER_STATE' });
    await later('07:00');
    expect(redsys().charges).toHaveLength(before);
    expect(await differences()).toEqual([]);
    const kept = db()
      .selectFrom('provider_events')
      .select('body')
      .where('type', '=', 'told.approved');
    expect(await kept.execute()).toMatchObject([{ body: { by: admin.id, state: 'approved' } }]);
  });

  it('or it was not: it is asked for anew, and charged once', async () => {
    const { viewer, say, differences } = await unanswered();
    await later('05:40');
    const before = redsys().charges.length;
    expect((await say(false)).statusCode).toBe(200);
    expect(await statesOf(viewer)).toEqual(['paid', 'cancelled']);
    await later('07:00');
    expect(await statesOf(viewer)).toEqual(['paid', 'cancelled', 'paid']);
    expect(redsys().charges).toHaveLength(before + 1);
    expect(await differences()).toEqual([]);
  });

  it('which is theirs alone to say', async () => {
    const { viewer, say, isShown } = await unanswered();
    await later('05:40');
    expect((await say(true, viewer)).json()).toMatchObject({ code: 'FORBIDDEN' });
    const params = { id: crypto.randomUUID() };
    const none = { as: await anAdmin(), params, body: { took: true } };
    expect((await send(ordersContract.decideCharge, none)).statusCode).toBe(404);
    expect(await isShown()).toEqual([true]);
  });
});
