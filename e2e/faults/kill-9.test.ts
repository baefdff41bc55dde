import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { clockCamera } from '#test/clock-camera.ts';
import { freePort } from '#test/free-port.ts';
import { poolAt } from '#test/own-pool.ts';
import { people, shows } from '#test/rows.ts';
import { type Running, startProduct } from '#test/running-product.ts';

// The power goes while people pay and while a show is on. The database is not in the killed process
// here, so that what it holds can be counted; the last test kills both at once.
let folder = '';
let postgres: Embedded;
let pool: pg.Pool;
let product: Running;

const start = async (ports: { PORT?: string; RTMP_PORT?: string } = {}) => {
  product = await startProduct({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    ...ports,
  });
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platea-kill-'));
  postgres = await startEmbedded(join(folder, 'postgres'));
  await migrate(postgres.url);
  pool = poolAt(postgres.url);
  await start();
});

afterAll(async () => {
  await product?.stop();
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { status: number; body: unknown };

async function ask(
  token: string,
  path: string,
  body?: unknown,
  key = crypto.randomUUID(),
): Promise<Answer> {
  const answer = await fetch(product.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const card = { number: '4242424242424242', expiry: '12/40', cvc: '123' };

/** One purchase as a patient person does it: the same key until there is an answer. */
async function buy(token: string, slug: string, sessionId: string): Promise<string> {
  const key = crypto.randomUUID();
  const item = { kind: 'ticket', productSlug: slug, sessionId, expectedTotal: 1210 };
  const form = { items: [item], expectedTotal: 1210, acceptTerms: true };
  const patience = performance.now() + 200_000;
  let last = '';
  while (performance.now() < patience) {
    try {
      const order = await ask(token, '/api/orders', form, key);
      const { id, state } = order.body as { id?: string; state?: string };
      if (state === 'paid') return 'paid';
      if (!id) throw new Error(`not yet: ${order.status}`);
      const paid = await ask(token, `/api/orders/${id}/payment`, { card });
      if ((paid.body as { state?: string }).state === 'paid') return 'paid';
      last = JSON.stringify(paid);
    } catch (failure) {
      // The server is away: the same press again, a little later.
      last = String(failure);
    }
    await new Promise((next) => setTimeout(next, 250));
  }
  return `gave up: ${last}`;
}

/** Segments that are on the disk in every rendition; the API tells of them when the show is over. */
function segmentsKept(): number {
  const recordings = join(folder, 'data/files/recordings');
  if (!existsSync(recordings)) return 0;
  const files = readdirSync(recordings, { recursive: true }).map(String);
  const renditions = Map.groupBy(
    files.filter((name) => /seg-[\d-]+\.m4s$/.test(name)),
    dirname,
  );
  const kept = [...renditions.values()].map(({ length }) => length);
  return kept.length > 0 ? Math.min(...kept) : 0;
}

/** Waits until `more` segments than now are kept, of two seconds each. */
const untilKept = (more: number) =>
  expect.poll(segmentsKept).toBeGreaterThanOrEqual(segmentsKept() + more);

const count = async (sql: string): Promise<number> =>
  Number((await pool.query(sql)).rows[0]?.n ?? -1);

describe('a kill -9', () => {
  it('during checkout loses no order and doubles none', async () => {
    const buyers = 120;
    const tokens = await people(pool, buyers);
    const [slug = ''] = await shows(pool, { count: 1, capacity: 500 });
    const { rows } = await pool.query<{ id: string }>(
      'select s.id from product_sessions s join products p on p.id = s.product_id where p.slug = $1 order by starts_at limit 1',
      [slug],
    );
    const sessionId = rows[0]?.id ?? '';
    const port = new URL(product.url).port;
    const buying = Promise.all(tokens.map((token) => buy(token, slug, sessionId)));
    for (let kills = 0; kills < 3; kills += 1) {
      await expect
        .poll(() => count("select count(*) n from orders where state = 'paid'"))
        .toBeGreaterThan(kills * 25);
      await product.kill();
      await start({ PORT: port });
    }
    expect(new Set(await buying)).toEqual(new Set(['paid']));
    expect(await count("select count(*) n from orders where state = 'paid'")).toBe(buyers);
    expect(await count('select count(*) n from tickets where ended_at is null')).toBe(buyers);
    expect(await count("select count(*) n from payments where state = 'paid'")).toBe(buyers);
    expect(await count("select count(*) n from sandbox_charges where state = 'approved'")).toBe(
      buyers,
    );
    expect(await count('select count(*) n from invoices')).toBe(buyers);
    expect(await count('select max(number) n from invoices')).toBe(buyers);
    expect(await count('select sum(amount) n from ledger_entries')).toBe(0);
    expect(await count(`select seats_held n from product_sessions where id = '${sessionId}'`)).toBe(
      buyers,
    );
    // Whoever was killed can call for no letters: then the clock does.
    await product.kill();
    await start({ PORT: port });
    const unwritten = 'select count(*) n from orders where acknowledged_at is null';
    await expect.poll(() => count(unwritten), { timeout: 90_000 }).toBe(0);
    const letters = "select recipient from mails where kind = 'order-paid'";
    expect(await count(`select count(*) n from (${letters}) l`)).toBe(buyers);
    expect(await count(`select count(distinct recipient) n from (${letters}) l`)).toBe(buyers);
  }, 400_000);

  it('during a show lets the encoder go on, and the recording holds what was sent', async () => {
    const [slug = ''] = await shows(pool, { count: 1 });
    const [admin = ''] = await people(pool, 1, '{USER,ADMIN}');
    const path = `/api/desk/products/${slug}/broadcast`;
    const { PORT, RTMP_PORT } = {
      PORT: new URL(product.url).port,
      RTMP_PORT: String(product.rtmpPort),
    };
    const { streamKey } = (await ask(admin, path)).body as { streamKey: string };
    const address = `rtmp://127.0.0.1:${RTMP_PORT}/live/${streamKey}`;
    const onAir = async () => {
      const { state, health } = (await ask(admin, path)).body as {
        state: string;
        health: { receiving: boolean } | null;
      };
      return state === 'live' && health?.receiving === true;
    };
    const first = clockCamera(address);
    await expect.poll(onAir).toBe(true);
    await untilKept(3);
    await product.kill();
    await first.stop();
    await start({ PORT, RTMP_PORT });
    // Sent away while the server takes up what was on air, it comes again, as encoders do.
    let second = clockCamera(address);
    const againOnAir = () => {
      if (second.process.exitCode !== null) second = clockCamera(address);
      return onAir();
    };
    await expect.poll(againOnAir, { timeout: 60_000, interval: 500 }).toBe(true);
    await untilKept(3);
    await second.stop();
    expect((await ask(admin, `${path}/stop`, {})).status).toBe(200);
    await expect
      .poll(
        async () =>
          ((await ask(admin, path)).body as { recording: { ready: boolean } }).recording.ready,
      )
      .toBe(true);
    const { recording, state } = (await ask(admin, path)).body as {
      recording: { seconds: number };
      state: string;
    };
    expect(state).toBe('ended');
    expect(recording.seconds).toBeGreaterThanOrEqual(8);
    expect(
      await count(
        `select count(*) n from broadcasts b join products p on p.id = b.product_id where p.slug = '${slug}'`,
      ),
    ).toBe(1);
  });

  it('of server and database together leaves an installation that starts again', async () => {
    const home = mkdtempSync(join(tmpdir(), 'platea-home-'));
    const given = {
      DATA_DIR: home,
      DATABASE_URL: '',
      PORT: String(await freePort()),
      ADMIN_EMAIL: 'first@platea.example',
      ADMIN_PASSWORD: 'Curtain-up-1!',
    };
    const logIn = async (running: Running) =>
      (
        await fetch(`${running.url}/api/sessions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: given.ADMIN_EMAIL, password: given.ADMIN_PASSWORD }),
        })
      ).status;
    let running = await startProduct(given);
    try {
      expect(await logIn(running)).toBe(201);
      await running.kill();
      running = await startProduct(given);
      expect(await logIn(running)).toBe(201);
    } finally {
      await running.stop();
      rmSync(home, { recursive: true, force: true });
    }
  });
});
