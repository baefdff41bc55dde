import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { cardOf, cards, orderForm } from '#test/factories/sales.ts';
import { aCode } from '#test/factories/tickets.ts';
import { ended } from '#test/running-product.ts';
import '#test/story.ts';
import { expireOrders } from './close-order.ts';

/**
 * A purchase sends some thirty statements. A site of its own process dies at each of them, once
 * with a buyer who presses again and once with one who has had enough; then the clock's jobs run.
 */
type Site = { url: string; child: ChildProcess };
const sites: ChildProcess[] = [];
afterAll(() => Promise.all(sites.map((child) => ended(child, 'SIGKILL'))));

async function aSite(): Promise<Site> {
  const child = fork('test/mortal-site.ts', { stdio: 'inherit' });
  sites.push(child);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { url, child };
}

/** From now on it dies at its `dieAt`-th statement (0: it lives); its clock says `at`. */
async function tell({ child }: Site, order: { dieAt: number; at?: string }): Promise<void> {
  const heard = once(child, 'message');
  child.send(order);
  await heard;
}

type Purchase = { buyer: Someone; product: SomeProduct; code: string; key: string };

async function send(site: Site, path: string, { buyer, key }: Purchase, body: unknown) {
  const answer = await fetch(site.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${buyer.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  const { id, state, code } = (await answer.json()) as Record<string, string>;
  return { id, state: state ?? code };
}

/** Presses "buy" and "pay"; answers how it stands, or null when the site died. */
async function press(site: Site, purchase: Purchase): Promise<string | null> {
  const { product, code } = purchase;
  const form = orderForm(product, { code, expectedTotal: 605 });
  try {
    const order = await send(site, '/api/orders', purchase, form);
    if (!order.id || order.state === 'paid') return order.state ?? null;
    const card = cardOf(cards.approve);
    return (await send(site, `/api/orders/${order.id}/payment`, purchase, { card })).state ?? null;
  } catch {
    return null;
  }
}

/** Transactions of dead processes are rolled back as soon as the database hears of it. */
const untilQuiet = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(db());
      return rows[0]?.count;
    })
    .toBe(0);

async function books() {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from orders where state = 'paid') paid,
    (select count(*)::int from orders where state = 'pending') pending,
    (select count(*)::int from tickets where ended_at is null) tickets,
    (select count(*)::int from invoices) invoices,
    (select max(last_number)::int from invoice_series) last_number,
    (select count(*)::int from sandbox_charges where state = 'approved') charged,
    (select sum(amount)::int from sandbox_charges where state = 'approved') taken,
    (select coalesce(sum(amount), 0)::int from sandbox_refunds) returned,
    (select coalesce(sum(total), 0)::int from orders where state = 'paid') sold,
    (select sum(amount)::int from ledger_entries) balance,
    (select count(distinct posting)::int from ledger_entries) postings,
    (select seats_held::int from product_sessions) seats,
    (select count(*)::int from coupon_codes where state = 'used') codes,
    (select count(*)::int from coupon_codes where state = 'reserved') reserved,
    (select count(*)::int from payments where state in ('open', 'confirming')) waiting`.execute(
    db(),
  );
  return rows[0] ?? {};
}

describe('a site that is killed at any statement of a purchase', () => {
  it('sells nothing that was not charged, and charges nothing that was not sold', async () => {
    const product = await aProduct({ sessions: [{ capacity: 500 }] });
    const aPurchase = async (): Promise<Purchase> => {
      const code = await aCode(product);
      return { buyer: await aViewer(), product, code, key: crypto.randomUUID() };
    };
    const whole = await aSite();
    expect(await press(whole, await aPurchase())).toBe('paid');

    const patient: Purchase[] = [];
    let died = 0;
    let said: string | null = null;
    for (let next = aSite(); said === null; ) {
      const site = await next;
      next = aSite();
      const purchase = await aPurchase();
      await tell(site, { dieAt: died + 1 });
      said = await press(site, purchase);
      if (said !== null) continue;
      died += 1;
      if (died % 2 === 0) patient.push(purchase);
    }
    // Until one had no statement left to die at.
    expect(said).toBe('paid');
    expect(died).toBeGreaterThanOrEqual(30);
    await untilQuiet();

    // A minute later: as long as a charge may be on its way, whoever presses again is told to wait.
    await tell(whole, { dieAt: 0, at: now().add({ minutes: 1 }).toString() });
    const again = await Promise.all(patient.map((purchase) => press(whole, purchase)));
    expect(again).toEqual(patient.map(() => 'paid'));
    useClock(now().add({ minutes: 3 }));
    await reconcilePayments();
    useClock(now().add({ minutes: 20 }));
    await expireOrders();
    const { paid = 0, taken = 0, returned = 0, ...rest } = await books();
    expect(paid).toBeGreaterThanOrEqual(2 + patient.length);
    expect(taken - returned).toBe(rest.sold);
    expect(rest).toMatchObject({
      pending: 0,
      waiting: 0,
      reserved: 0,
      balance: 0,
      charged: paid,
      tickets: paid,
      invoices: paid,
      last_number: paid,
      postings: paid,
      seats: paid,
      codes: paid,
    });
  }, 600_000);
});
