import { connect, type Socket } from 'node:net';
import type pg from 'pg';
import { percentile } from './kit.ts';

// People who buy, as cheap for the machine as can be: they share it with what is measured.

export type Answer = { status: number; body: { id?: string; state?: string; code?: string } };
export type Outcome = { ms: number; state: string };

const card = { number: '4242424242424242', expiry: '12/40', cvc: '123' };

/** Sends a form of a person, under a new key, on a connection that is kept. */
export function send(url: string, token: string, body: unknown): Promise<Answer> {
  const { host, hostname, port, pathname } = new URL(url);
  const text = JSON.stringify(body);
  const lines = idle.get(host) ?? [];
  idle.set(host, lines);
  const line = lines.pop() ?? new Line(hostname, Number(port));
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    `idempotency-key: ${crypto.randomUUID()}`,
  ];
  return line.ask(`${head.join('\r\n')}\r\n\r\n${text}`).finally(() => {
    if (line.isOpen) lines.push(line);
  });
}

const idle = new Map<string, Line[]>();

/**
 * A connection with one question at a time. No more than that: what node:http does besides for its users
 * costs as much as a twentieth of a sale, on the same two cores.
 */
class Line {
  isOpen = true;
  readonly #socket: Socket;
  #heard: Buffer = Buffer.alloc(0);
  #hear: (answer: Answer) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(hostname: string, port: number) {
    this.#socket = connect(port, hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (part) => this.#take(part));
    this.#socket.on('error', (error) => this.#end(error));
    this.#socket.on('close', () => this.#end(new Error('the connection was closed')));
  }

  ask(text: string): Promise<Answer> {
    this.#socket.ref().write(text);
    return new Promise((resolve, reject) => {
      this.#hear = resolve;
      this.#fail = reject;
    });
  }

  #take(part: Buffer): void {
    this.#heard = this.#heard.length === 0 ? part : Buffer.concat([this.#heard, part]);
    const end = this.#heard.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#heard.toString('latin1', 0, end);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
    if (this.#heard.length < end + 4 + length) return;
    const body = JSON.parse(this.#heard.toString('utf8', end + 4, end + 4 + length));
    this.#heard = Buffer.alloc(0);
    // Nobody who waits for nothing keeps the process alive.
    this.#socket.unref();
    this.#hear({ status: Number(head.slice(9, 12)), body });
  }

  #end(error: Error): void {
    this.isOpen = false;
    this.#socket.destroy();
    this.#fail(error);
  }
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
