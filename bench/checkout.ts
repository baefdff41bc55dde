import type pg from 'pg';
import { people, shows } from '#test/rows.ts';
import { buy, type Outcome, rush, sessionsOf } from './buyers.ts';
import { report } from './kit.ts';
import { setStage } from './stage.ts';

// From the press on "pay" to the ticket: order, card, the bank's signed notice, and the paying
// transaction. Twin: the bare rows of a sale in one transaction, straight to PostgreSQL.
const warming = 800;
const buyers = warming + 1500 + 900;
const atOnce = 8;
let tokens: string[] = [];
const wide: string[] = [];
let hot = '';
const stage = await setStage(async (pool) => {
  tokens = await people(pool, buyers);
  for (let channels = 0; channels < 10; channels += 1) {
    wide.push(...(await shows(pool, { count: 5 })));
  }
  [hot = ''] = await shows(pool, { count: 1, capacity: 600 });
});
const sessions = await sessionsOf(stage.pool, [...wide, hot]);

const wishOf = (person: number, slug: string) => ({
  api: stage.product.url,
  token: tokens[person] ?? '',
  slug,
  sessionId: sessions.get(slug) ?? '',
});
const wideOf = (index: number) => wide[index % wide.length] ?? '';

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

// Until the code is compiled; a site that sells has been up for more than a few seconds.
await rush({ count: warming, atOnce }, (index) => buy(wishOf(buyers - 1 - index, wideOf(index))));
// What autovacuum does within a minute: plans that were made for empty tables are made anew.
await stage.pool.query('analyze');
const spread = await rush({ count: 1500, atOnce }, (index) => buy(wishOf(index, wideOf(index))));
const crowd = await rush({ count: 900, atOnce }, (index) => buy(wishOf(index + 1500, hot)));
const { rows: sold } = await stage.pool.query<{ tickets: string }>(
  'select count(*) tickets from tickets t join products p on p.id = t.product_id where p.slug = $1',
  [hot],
);
await stage.pool.query(
  'create table bare_sales (id uuid primary key default uuidv7(), session_id uuid, amount bigint); create table bare_tickets (id uuid primary key default uuidv7(), session_id uuid); create table bare_outbox (id uuid primary key default uuidv7(), body jsonb)',
);
const bare = await rush({ count: 1500, atOnce }, (index) =>
  bareSale(stage.pool, sessions.get(wideOf(index)) ?? ''),
);
console.log(
  `50 shows of 10 channels: ${spread.perSecond} paid orders/s, p50 ${spread.p50} ms, p99 ${spread.p99} ms, ${spread.paid} of 1500 paid`,
);
console.log(
  `one show of 600 seats, 900 buyers: ${crowd.perSecond}/s, p99 ${crowd.p99} ms, ${crowd.paid} paid, ${sold[0]?.tickets} tickets, ${[...crowd.states.keys()]}`,
);
console.log(`twin: ${bare.perSecond} bare sales/s, p99 ${bare.p99} ms`);
if (Number(sold[0]?.tickets) > 600) throw new Error('oversold');
await stage.close();
report({ name: 'checkout', value: spread.perSecond, unit: 'paid orders/s', twin: bare.perSecond });
