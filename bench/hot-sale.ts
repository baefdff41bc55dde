import { setTimeout as pause } from 'node:timers/promises';
import { people, shows } from '#test/rows.ts';
import { type Answer, type Outcome, order, pay, rush, sessionsOf } from './buyers.ts';
import { report } from './kit.ts';
import { setStage } from './stage.ts';

// A sale opens: ten thousand people want five hundred seats, 200 presses at any time. One in ten of
// those who get one walks away without paying; when their time is over, the seats must be back within
// a minute and be sold to others. Fails unless exactly as many are sold as there are, everything
// adds up, and no answer was a fault of ours. Twin: as many who take a number from one row, straight
// in PostgreSQL.
const buyers = 10_000;
const seats = 500;
const atOnce = 200;
let tokens: string[] = [];
let slug = '';
const stage = await setStage(async (pool) => {
  tokens = await people(pool, buyers);
  [slug = ''] = await shows(pool, { count: 1, capacity: seats });
});
const sessionId = (await sessionsOf(stage.pool, [slug])).get(slug) ?? '';
const wishOf = (person: number) => ({
  api: stage.product.url,
  token: tokens[person] ?? '',
  slug,
  sessionId,
});

const faults: Answer[] = [];
const heard = (answer: Answer): Answer => {
  if (answer.status >= 500) faults.push(answer);
  return answer;
};
let held = 0;

/** Only what a refused or a served person waits for the seat: paying is not in it. */
async function want(person: number, walksAway: () => boolean): Promise<Outcome> {
  const wish = wishOf(person);
  const from = performance.now();
  const { body } = heard(await order(wish));
  const ms = performance.now() - from;
  if (!body.id) return { ms, state: String(body.code) };
  held += 1;
  if (walksAway()) return { ms, state: 'walked away' };
  return { ms, state: String(heard(await pay(wish, body.id)).body.state) };
}

async function one<T>(text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await stage.pool.query(text, values);
  return rows[0] as T;
}
const seatsHeld = async () =>
  (
    await one<{ held: number }>('select seats_held::int held from product_sessions where id = $1', [
      sessionId,
    ])
  ).held;

const opening = await rush({ count: buyers, atOnce }, (person) =>
  want(person, () => held % 10 === 0),
);
const paidAtOnce = opening.paid;
await stage.pool.query(`update orders set expires_at = now() where state = 'pending'`);
const over = performance.now();
while ((await seatsHeld()) > paidAtOnce && performance.now() - over < 120_000) await pause(250);
const backAfter = Math.round((performance.now() - over) / 1000);
const left = seats - (await seatsHeld());
const second = await rush({ count: 2_000, atOnce }, (person) =>
  want(buyers - 1 - person, () => false),
);

const books = await one<Record<string, number>>(
  `select (select count(*)::int from orders where state = 'paid') paid,
     (select count(*)::int from orders where state = 'pending') pending,
     (select count(*)::int from tickets where ended_at is null) tickets,
     (select count(distinct number)::int from invoices) numbers,
     (select max(last_number)::int from invoice_series) last_number,
     (select sum(amount)::int from sandbox_charges where state = 'approved') charged,
     (select sum(amount)::int from ledger_entries) balance`,
);
const seatsSold = await seatsHeld();
await stage.pool.query(
  'create table bare_seats (id int primary key, held int); insert into bare_seats values (1, 0)',
);
const bare = await rush({ count: buyers, atOnce }, async () => {
  const from = performance.now();
  const { rowCount } = await stage.pool.query(
    'update bare_seats set held = held + 1 where id = 1 and held < $1',
    [seats],
  );
  return { ms: performance.now() - from, state: rowCount ? 'paid' : 'SOLD_OUT' };
});
await stage.close();

const perSecond = Math.round(buyers / opening.seconds);
console.log(
  `${buyers} people for ${seats} seats: all answered after ${opening.seconds.toFixed(1)} s (${perSecond}/s), p50 ${opening.p50} ms, p99 ${opening.p99} ms`,
);
console.log(
  `${[...opening.states].map(([state, count]) => `${count} ${state}`).join(', ')}; ${left} seats back ${backAfter} s after their time, then ${[...second.states].map(([state, count]) => `${count} ${state}`).join(', ')}`,
);
console.log(JSON.stringify(books));
const wanted = {
  paid: seats,
  pending: 0,
  tickets: seats,
  numbers: seats,
  last_number: seats,
  charged: seats * 1210,
  balance: 0,
};
if (faults.length > 0)
  throw new Error(`${faults.length} faults, first ${JSON.stringify(faults[0])}`);
if (seatsSold !== seats || JSON.stringify(books) !== JSON.stringify(wanted))
  throw new Error('it does not add up');
if (backAfter > 60) throw new Error(`seats were back after ${backAfter} s`);
report({
  name: 'hot-sale',
  value: perSecond,
  unit: 'people answered/s',
  twin: Math.round(buyers / bare.seconds),
});
