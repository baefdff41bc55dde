import { Agent, request } from 'node:http';
import type pg from 'pg';
import { percentile } from './kit.ts';

// People who buy, as cheap for the machine as can be: they share it with what is measured.

export type Answer = { status: number; body: { id?: string; state?: string; code?: string } };
export type Outcome = { ms: number; state: string };

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const card = { number: '4242424242424242', expiry: '12/40', cvc: '123' };

/** Sends a form of a person, under a new key, on a connection that is kept. */
export function send(url: string, token: string, body: unknown): Promise<Answer> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'idempotency-key': crypto.randomUUID(),
      },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const said = Buffer.concat(parts).toString();
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(said) as Answer['body'] });
      });
    });
    asked.end(text);
  });
}

export type Wish = { api: string; token: string; slug: string; sessionId: string };

/** Presses "buy" for a show of 12.10 €. */
export const order = ({ api, token, slug, sessionId }: Wish): Promise<Answer> =>
  send(`${api}/api/orders`, token, {
    items: [{ kind: 'ticket', productSlug: slug, sessionId, expectedTotal: 1210 }],
    expectedTotal: 1210,
    acceptTerms: true,
  });

/** Pays an order with the card that approves. */
export const pay = ({ api, token }: Pick<Wish, 'api' | 'token'>, orderId: string) =>
  send(`${api}/api/orders/${orderId}/payment`, token, { card });

/** From the first press to the ticket, or to what was said instead. */
export async function buy(wish: Wish): Promise<Outcome> {
  const from = performance.now();
  const { body } = await order(wish);
  const paid = body.id ? (await pay(wish, body.id)).body : body;
  return { ms: performance.now() - from, state: String(paid.state ?? paid.code) };
}

/** `count` purchases with a fixed number under way at any time. */
export async function rush(
  { count, atOnce }: { count: number; atOnce: number },
  one: (index: number) => Promise<Outcome>,
) {
  const outcomes: Outcome[] = [];
  let next = 0;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = next++; index < count; index = next++) outcomes.push(await one(index));
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  const lasted = outcomes.map(({ ms }) => ms);
  const states = new Map<string, number>();
  for (const { state } of outcomes) states.set(state, (states.get(state) ?? 0) + 1);
  return {
    seconds,
    states,
    paid: states.get('paid') ?? 0,
    perSecond: Math.round((states.get('paid') ?? 0) / seconds),
    p50: Math.round(percentile(lasted, 0.5)),
    p99: Math.round(percentile(lasted, 0.99)),
  };
}

/** The first session of each show. */
export async function sessionsOf(pool: pg.Pool, slugs: string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ slug: string; id: string }>(
    `select distinct on (p.slug) p.slug, s.id from products p
     join product_sessions s on s.product_id = p.id
     where p.slug = any($1) order by p.slug, s.starts_at`,
    [slugs],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}
