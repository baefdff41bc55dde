import { describe, expect, it, onTestFinished } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { providerEventsContract } from '#contract/provider-events.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { enqueueNow, keepJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { toldTo } from '#test/books.ts';
import { anAdmin, anOrganizer, type Someone } from '#test/factories/accounts.ts';
import { keepLog } from '#test/kept-log.ts';
import { call, refusal } from '#test/story.ts';
import { byStripe } from '#test/stripe-story.ts';
import { forgetPayers } from './forget-payers.ts';
import { noticesJob, reconcileJob } from './jobs.ts';
import { handleUnhandled } from './replay-event.ts';

const { bank, deliver, sent, paid } = byStripe();

const eventNamed = async (as: Someone, rawBody: string) => {
  const q = JSON.parse(rawBody).id as string;
  const { items } = await call(providerEventsContract.listProviderEvents, { as, query: { q } });
  const [event] = items;
  if (!event) throw new Error('no such notice');
  return event;
};
const replay = (as: Someone, { id }: { id: string }) =>
  call(providerEventsContract.replayProviderEvent, { as, params: { id } });
const stateOf = async (as: Someone, id: string) =>
  (await call(ordersContract.getOrder, { as, params: { id } })).state;

/** What is kept of a notice but for its ids and its instant, among whose signs '4242' is at times. */
const withoutIds = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}/g, '')
    .replaceAll(/(?<=pm_|cus_)[0-9a-f]{14}/g, '')
    .replaceAll(/"created":\s*\d+/g, '');

/** Orders cannot be written, as long as `work` takes. */
async function whileBroken<T>(work: () => Promise<T>): Promise<T> {
  await sql`create trigger broken before update on orders for each row
    execute function refuse_change()`.execute(db());
  try {
    return await work();
  } finally {
    await sql`drop trigger broken on orders`.execute(db());
  }
}

describe('a notice that breaks on the way', () => {
  it('is kept with what broke, has no effect, and has it when it is handled again', async () => {
    const as = await anAdmin();
    const { order, buyer, sessionId } = await sent();
    const lines = keepLog();
    const notice = bank().event('checkout.session.completed', bank().pay(sessionId));
    expect(await whileBroken(() => deliver(notice))).toBe(500);
    const failed = await eventNamed(as, notice.rawBody);
    expect(failed).toMatchObject({ state: 'failed', can: { replay: true } });
    expect(failed.error).toContain('orders rows are never changed');
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'a notice of a provider was not handled' }),
    );
    expect(await stateOf(buyer, order.id)).toBe('pending');
    // Still broken: the answer says so, and nothing is lost.
    const again = await whileBroken(() => replay(as, failed));
    expect(again).toMatchObject({ state: 'failed', replays: [{ by: as.email, state: 'failed' }] });
    const handled = await replay(as, failed);
    expect(handled).toMatchObject({ state: 'handled', error: '', orderId: order.id });
    expect(handled.replays.map(({ by, state }) => [by, state])).toEqual([
      [as.email, 'handled'],
      [as.email, 'failed'],
    ]);
    expect(await stateOf(buyer, order.id)).toBe('paid');
  });

  it('is kept when Stripe cannot be asked what it means', async () => {
    const as = await anAdmin();
    const { order, buyer, sessionId } = await sent();
    const notice = bank().event('checkout.session.completed', bank().pay(sessionId));
    bank().fault = 'down';
    expect(await deliver(notice)).toBe(500);
    bank().fault = null;
    const event = await eventNamed(as, notice.rawBody);
    expect(event.state).toBe('failed');
    await replay(as, event);
    expect(await stateOf(buyer, order.id)).toBe('paid');
  });

  it('is tried again by the clock, later each time, and has its effect once it can', async () => {
    useClock('2026-11-27T10:00:00Z');
    const as = await anAdmin();
    const { order, buyer, sessionId } = await sent();
    const notice = bank().event('checkout.session.completed', bank().pay(sessionId));
    await whileBroken(() => deliver(notice));
    const broken = async (time: string) => {
      useClock(`2026-11-27T${time}Z`);
      await whileBroken(handleUnhandled);
      return (await toldTo(as, 'notices_failed')).length;
    };
    const tries = async () => {
      const { id } = await eventNamed(as, notice.rawBody);
      return db().selectFrom('provider_events').select('tries').where('id', '=', id).execute();
    };
    // Tried after two minutes and after four; told after five, and once.
    expect([await broken('10:01:59'), await broken('10:02:00')]).toEqual([0, 0]);
    expect([await broken('10:03:00'), await broken('10:04:00')]).toEqual([0, 0]);
    expect([await broken('10:05:00'), await broken('10:06:00')]).toEqual([1, 1]);
    expect(await tries()).toEqual([{ tries: 3 }]);
    expect((await toldTo(as, 'notices_failed'))[0]?.content).toMatch(/^1 notice broke/);
    expect(await stateOf(buyer, order.id)).toBe('pending');
    useClock('2026-11-27T10:08:00Z');
    await handleUnhandled();
    expect(await stateOf(buyer, order.id)).toBe('paid');
  });

  it('keeps no other one waiting, nor the reconciler', async () => {
    useClock('2026-11-27T10:00:00Z');
    const made = [await sent(), await sent(), await sent()];
    const told = made.map(({ sessionId }) =>
      bank().event('checkout.session.completed', bank().pay(sessionId)),
    );
    bank().fault = 'down';
    for (const notice of told) await deliver(notice);
    useClock('2026-11-27T10:02:00Z');
    const before = bank().asked.length;
    const { promise: opens, resolve: open } = Promise.withResolvers<void>();
    onTestFinished(() => open());
    bank().answersAfter = opens;
    const handling = handleUnhandled();
    // None has its answer yet, and all were asked.
    const paths = () =>
      new Set(
        bank()
          .asked.slice(before)
          .map(({ path }) => path),
      );
    await expect.poll(() => paths().size).toBe(3);
    open();
    await handling;
    bank().fault = null;
    useClock('2026-11-27T10:06:00Z');
    keepJobs();
    await enqueueNow(reconcileJob, {});
    await runKeptJobs();
    const as = await anAdmin();
    expect((await eventNamed(as, told[0]?.rawBody ?? '')).state).toBe('failed');
    await enqueueNow(noticesJob, {});
    await runKeptJobs();
    expect((await eventNamed(as, told[0]?.rawBody ?? '')).state).toBe('handled');
  });

  it('is left to administrators after a day', async () => {
    useClock('2026-11-27T10:00:00Z');
    const { order, buyer, sessionId } = await sent();
    const notice = bank().event('checkout.session.completed', bank().pay(sessionId));
    await whileBroken(() => deliver(notice));
    useClock('2026-11-28T10:00:00Z');
    await handleUnhandled();
    expect(await stateOf(buyer, order.id)).toBe('pending');
  });

  it('is handled by the clock when the process ended before it was', async () => {
    const { order, buyer, sessionId } = await sent();
    const notice = bank().event('checkout.session.completed', bank().pay(sessionId));
    const body = JSON.parse(notice.rawBody);
    await db()
      .insertInto('provider_events')
      .values({
        ...{ provider: 'stripe', event_id: body.id, type: body.type, is_notice: true },
        ...{ body: notice.rawBody, received_at: '2026-11-01T00:00:00Z' },
      })
      .execute();
    await handleUnhandled();
    expect(await stateOf(buyer, order.id)).toBe('paid');
  });
});

describe('a notice handled again', () => {
  it('that had its effect has none again, eight times at once', async () => {
    const as = await anAdmin();
    const { order, buyer, sessionId } = await sent();
    const notice = bank().event('checkout.session.completed', bank().pay(sessionId));
    await deliver(notice);
    const event = await eventNamed(as, notice.rawBody);
    await Promise.all(Array.from({ length: 8 }, () => replay(as, event)));
    const now = await call(ordersContract.getOrder, { as: buyer, params: { id: order.id } });
    expect(now).toMatchObject({ state: 'paid', refunds: [] });
    expect(now.invoices).toHaveLength(1);
    const { replays } = await call(providerEventsContract.getProviderEvent, {
      as,
      params: { id: event.id },
    });
    expect(replays).toHaveLength(8);
  });

  it('must be one: marks of our own tell nothing', async () => {
    const as = await anAdmin();
    const { order, buyer, sessionId } = await sent();
    bank().pay(sessionId);
    await call(ordersContract.comeBack, { as: buyer, params: { id: order.id }, body: {} });
    const query = { q: order.id };
    const { items } = await call(providerEventsContract.listProviderEvents, { as, query });
    expect(items).toMatchObject([{ type: 'reconciled.approved', can: { replay: false } }]);
    const params = { id: items[0]?.id ?? '' };
    expect(await refusal(providerEventsContract.replayProviderEvent, { as, params })).toEqual({
      ...{ status: 409, code: 'EVENT_STATE' },
    });
  });
});

describe('the notices of the providers', () => {
  it('are found by order, kind, provider, state and day', async () => {
    useClock('2026-11-27T10:00:00Z');
    const as = await anAdmin();
    const { order } = await paid();
    const found = async (query: object) =>
      (await call(providerEventsContract.listProviderEvents, { as, query })).total;
    const q = order.id;
    expect(await found({ q })).toBe(1);
    expect(await found({ q: order.number.toLowerCase() })).toBe(1);
    expect(await found({ q, provider: 'stripe', state: 'handled' })).toBe(1);
    expect(await found({ q, provider: 'redsys' })).toBe(0);
    expect(await found({ q, state: 'failed' })).toBe(0);
    expect(await found({ q, from: '2026-11-27', to: '2026-11-27' })).toBe(1);
    expect(await found({ q, from: '2026-11-28' })).toBe(0);
    expect(await found({ q: 'session.completed' })).toBeGreaterThan(0);
  });

  it('are shown without secrets and without what says something of the card', async () => {
    const as = await anAdmin();
    const { sessionId } = await sent();
    const session = {
      ...bank().pay(sessionId),
      client_secret: 'cs_secret_of_somebody',
      customer_details: { email: 'ana@example.org', name: 'Ana Prats' },
      card: { number: '4242424242424242', fingerprint: 'xyz' },
    };
    const notice = bank().event('checkout.session.completed', session);
    await deliver(notice);
    const { id } = await eventNamed(as, notice.rawBody);
    const whole = await call(providerEventsContract.getProviderEvent, { as, params: { id } });
    const text = JSON.stringify(whole.body);
    for (const secret of ['4242', 'xyz', 'cs_secret', 'ana@', 'Prats', 'last4', '/c/pay/']) {
      expect(withoutIds(text)).not.toContain(secret);
    }
    expect(text).toContain(sessionId);
  });

  it('keep no names of people longer than a year and a half', async () => {
    const { sessionId, order } = await sent();
    const session = {
      ...bank().pay(sessionId),
      customer_details: { email: 'ana@example.org', name: 'Ana Prats' },
    };
    const notice = bank().event('checkout.session.completed', session);
    await deliver(notice);
    const bodyNow = async () => {
      const row = await db()
        .selectFrom('provider_events')
        .select('body')
        .where('event_id', '=', JSON.parse(notice.rawBody).id)
        .executeTakeFirstOrThrow();
      return JSON.stringify(row.body);
    };
    const later = now().toZonedDateTimeISO('UTC');
    useClock(later.add({ months: 18 }).subtract({ days: 1 }).toInstant());
    await forgetPayers();
    for (const name of ['Ana Prats', '4242']) expect(withoutIds(await bodyNow())).toContain(name);
    useClock(later.add({ months: 18, days: 1 }).toInstant());
    await forgetPayers();
    const left = withoutIds(await bodyNow());
    for (const gone of ['Prats', 'ana@', '4242']) expect(left).not.toContain(gone);
    for (const kept of [sessionId, order.id]) expect(await bodyNow()).toContain(kept);
  });

  it('are for administrators', async () => {
    const as = await anOrganizer();
    const params = { id: crypto.randomUUID() };
    const forbidden = { status: 403, code: 'FORBIDDEN' };
    expect(await refusal(providerEventsContract.listProviderEvents, { as })).toEqual(forbidden);
    for (const endpoint of [
      providerEventsContract.getProviderEvent,
      providerEventsContract.replayProviderEvent,
    ]) {
      expect(await refusal(endpoint, { as, params })).toEqual(forbidden);
      expect((await refusal(endpoint, { as: await anAdmin(), params })).status).toBe(404);
    }
  });
});
