import type pg from 'pg';
import { people, shows } from '#test/rows.ts';
import { percentile, report } from './kit.ts';
import { setStage } from './stage.ts';

// From the press on "pay" to the ticket: order, card, the bank's signed notice, and the paying
// transaction. Twin: the bare rows of a sale in one transaction, straight to PostgreSQL.
const warming = 800;
const buyers = warming + 1500 + 900;
const atOnce = 8;
let tokens: string[] = [];
const wide: string[] = [];
let hot: string[] = [];
const stage = await setStage(async (pool) => {
  tokens = await people(pool, buyers);
  for (let channels = 0; channels < 10; channels += 1) {
    wide.push(...(await shows(pool, { count: 5 })));
  }
  hot = await shows(pool, { count: 1, capacity: 600 });
});
const api = stage.product.url;

type Outcome = { ms: number; state: string };

async function send(token: string, path: string, body: unknown): Promise<Record<string, never>> {
  const answer = await fetch(api + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, never>;
}

async function buy(token: string, slug: string, sessionId: string): Promise<Outcome> {
  const from = performance.now();
  const order = await send(token, '/api/orders', {
    productSlug: slug,
    sessionId,
    expectedTotal: 1210,
    acceptTerms: true,
  });
  if (!order.id) return { ms: performance.now() - from, state: String(order.code) };
  const paid = await send(token, `/api/orders/${order.id}/payment`, {
    card: { number: '4242424242424242', expiry: '12/40', cvc: '123' },
  });
  return { ms: performance.now() - from, state: String(paid.state ?? paid.code) };
}

/** `count` purchases with a fixed number under way at any time. */
async function rush(count: number, one: (index: number) => Promise<Outcome>) {
  const outcomes: Outcome[] = [];
  let next = 0;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = next++; index < count; index = next++) outcomes.push(await one(index));
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  const paid = outcomes.filter(({ state }) => state === 'paid');
  return {
    perSecond: Math.round(paid.length / seconds),
    paid: paid.length,
    states: [...new Set(outcomes.map(({ state }) => state))],
    p99: Math.round(
      percentile(
        outcomes.map(({ ms }) => ms),
        0.99,
      ),
    ),
    p50: Math.round(
      percentile(
        outcomes.map(({ ms }) => ms),
        0.5,
      ),
    ),
  };
}

async function sessionsOf(slugs: string[]): Promise<Map<string, string>> {
  const { rows } = await stage.pool.query<{ slug: string; id: string }>(
    'select distinct on (p.slug) p.slug, s.id from products p join product_sessions s on s.product_id = p.id where p.slug = any($1) order by p.slug, s.starts_at',
    [slugs],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

async function bareSale(pool: pg.Pool, sessionId: string): Promise<Outcome> {
  const from = performance.now();
  const client = await pool.connect();
  await client.query('begin');
  await client.query('insert into bare_sales (session_id, amount) values ($1, 1210)', [sessionId]);
  await client.query('insert into bare_tickets (session_id) values ($1)', [sessionId]);
  await client.query('insert into bare_outbox (body) values ($1)', ['{"mail":true}']);
  await client.query('update product_sessions set seats_held = seats_held + 1 where id = $1', [
    sessionId,
  ]);
  await client.query('commit');
  client.release();
  return { ms: performance.now() - from, state: 'paid' };
}

const sessions = await sessionsOf([...wide, ...hot]);
// Until the code is compiled; a site that sells has been up for more than a few seconds.
await rush(warming, (index) =>
  buy(
    tokens[buyers - 1 - index] ?? '',
    wide[index % 50] ?? '',
    sessions.get(wide[index % 50] ?? '') ?? '',
  ),
);
// What autovacuum does within a minute: plans that were made for empty tables are made anew.
await stage.pool.query('analyze');
const spread = await rush(1500, (index) => {
  const slug = wide[index % wide.length] ?? '';
  return buy(tokens[index] ?? '', slug, sessions.get(slug) ?? '');
});
const hotSlug = hot[0] ?? '';
const crowd = await rush(900, (index) =>
  buy(tokens[index + 1500] ?? '', hotSlug, sessions.get(hotSlug) ?? ''),
);
const { rows: sold } = await stage.pool.query<{ tickets: string }>(
  'select count(*) tickets from tickets t join products p on p.id = t.product_id where p.slug = $1',
  [hotSlug],
);
await stage.pool.query(
  'create table bare_sales (id uuid primary key default uuidv7(), session_id uuid, amount bigint); create table bare_tickets (id uuid primary key default uuidv7(), session_id uuid); create table bare_outbox (id uuid primary key default uuidv7(), body jsonb)',
);
const bare = await rush(1500, (index) =>
  bareSale(stage.pool, sessions.get(wide[index % 50] ?? '') ?? ''),
);
console.log(
  `50 shows of 10 channels: ${spread.perSecond} paid orders/s, p50 ${spread.p50} ms, p99 ${spread.p99} ms, ${spread.paid} of 1500 paid ${spread.states}`,
);
console.log(
  `one show of 600 seats, 900 buyers: ${crowd.perSecond}/s, p99 ${crowd.p99} ms, ${crowd.paid} paid, ${sold[0]?.tickets} tickets ${crowd.states}`,
);
console.log(`twin: ${bare.perSecond} bare sales/s, p99 ${bare.p99} ms`);
if (Number(sold[0]?.tickets) > 600) throw new Error('oversold');
await stage.close();
report({ name: 'checkout', value: spread.perSecond, unit: 'paid orders/s', twin: bare.perSecond });
