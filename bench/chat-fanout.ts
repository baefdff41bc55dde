import { fork } from 'node:child_process';
import { WebSocket } from 'ws';
import { freePort } from '#test/free-port.ts';
import { people, shows } from '#test/rows.ts';
import { ended, untilAnswers } from '#test/running-product.ts';
import { percentile, report } from './kit.ts';
import { setStage } from './stage.ts';

// 2,000 readers in one chat, 10 messages a second for ten seconds: time from the writer's press to
// each reader. Twin: a bare `ws` chat that sends every reader the same text.
const readers = 2000;
const writers = 20;
const seconds = 10;
const perSecond = 10;
let tokens: string[] = [];
let slug = '';
const stage = await setStage(
  async (pool) => {
    tokens = await people(pool, readers + writers);
    [slug = ''] = await shows(pool, { count: 1 });
    await pool.query(
      "update product_sessions set starts_at = now() + interval '1 hour' where id in (select id from product_sessions order by starts_at limit 1)",
    );
    await pool.query(
      `insert into tickets (user_id, product_id, source, granted_at)
       select u.id, p.id, 'free', now() from users u, products p where u.email like 'p%' and p.slug = $1`,
      [slug],
    );
  },
  { DATABASE_POOL: '20' },
);
const { rows } = await stage.pool.query<{ id: string }>('select id from products where slug = $1', [
  slug,
]);
const productId = rows[0]?.id ?? '';

type Member = { socket: WebSocket; ask: (event: string, body: object) => Promise<string> };

/** A reader that speaks just enough of the socket protocol: open, join, answer pings. */
function member(token: string, heard: (text: string) => void): Promise<Member> {
  return new Promise((ready, failed) => {
    const socket = new WebSocket(
      `${stage.product.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
    );
    let asked = 0;
    const answers = new Map<number, (text: string) => void>();
    const ask: Member['ask'] = (event, body) =>
      new Promise((answer) => {
        asked += 1;
        answers.set(asked, answer);
        socket.send(`42${asked}${JSON.stringify([event, body])}`);
      });
    socket.on('error', failed);
    socket.on('message', (raw) => {
      const text = raw.toString();
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (text.startsWith('40')) ready({ socket, ask });
      else if (text.startsWith('43')) {
        const [, id = '', rest = ''] = /^43(\d+)(.*)$/s.exec(text) ?? [];
        answers.get(Number(id))?.(rest);
      } else if (text.startsWith('42')) heard(text);
    });
  });
}

const delays: number[] = [];
let heardAll = 0;
const hear = (text: string) => {
  for (const [, at] of text.matchAll(/at (\d+\.\d+) ms/g)) {
    heardAll += 1;
    delays.push(performance.now() - Number(at));
  }
};

async function inGroups<T, R>(
  items: T[],
  size: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += size) {
    done.push(...(await Promise.all(items.slice(from, from + size).map(work))));
  }
  return done;
}

const joinFrom = performance.now();
const audience = await inGroups(tokens.slice(0, readers), 50, async (token) => {
  const reader = await member(token, hear);
  const answer = await reader.ask('chat:join', { productId });
  if (!answer.includes('"ok":true')) throw new Error(answer);
  return reader;
});
const joinSeconds = (performance.now() - joinFrom) / 1000;
const pens = await inGroups(tokens.slice(readers), 20, async (token) => {
  const writer = await member(token, () => undefined);
  await writer.ask('chat:join', { productId });
  return writer;
});

/** Says something every tenth of a second; answers when the last words have had time to arrive. */
async function talk(say: (index: number) => void): Promise<void> {
  await new Promise<void>((done) => {
    let said = 0;
    const timer = setInterval(() => {
      say(said);
      said += 1;
      if (said < seconds * perSecond) return;
      clearInterval(timer);
      setTimeout(done, 2000);
    }, 1000 / perSecond);
  });
}

await talk((index) => {
  void pens[index % writers]?.ask('chat:say', {
    productId,
    body: `Bravo from row ${index}, at ${performance.now().toFixed(3)} ms`,
  });
});
const expected = seconds * perSecond * readers;
const ours = { p50: percentile(delays, 0.5), p95: percentile(delays, 0.95), heard: heardAll };
for (const { socket } of [...audience, ...pens]) socket.terminate();

delays.length = 0;
heardAll = 0;
const twinPort = await freePort();
const twin = fork('bench/twins/chat.ts', { env: { ...process.env, PORT: String(twinPort) } });
await untilAnswers(`http://127.0.0.1:${twinPort}/`, twin);
const bareAudience = await inGroups(
  Array.from({ length: readers + 1 }, (_, index) => index),
  50,
  () =>
    new Promise<WebSocket>((ready, failed) => {
      const socket = new WebSocket(`ws://127.0.0.1:${twinPort}`);
      socket.on('open', () => ready(socket));
      socket.on('error', failed);
      socket.on('message', (raw) => hear(raw.toString()));
    }),
);
await talk((index) =>
  bareAudience[0]?.send(`Bravo from row ${index}, at ${performance.now().toFixed(3)} ms`),
);
const bare = { p50: percentile(delays, 0.5), p95: percentile(delays, 0.95) };
for (const socket of bareAudience) socket.terminate();
await ended(twin, 'SIGTERM');
await stage.close();

console.log(`${readers} readers joined in ${joinSeconds.toFixed(1)} s`);
console.log(
  `ours p50 ${ours.p50.toFixed(0)} ms, p95 ${ours.p95.toFixed(0)} ms, heard ${ours.heard} of ${expected}`,
);
console.log(`twin p50 ${bare.p50.toFixed(0)} ms, p95 ${bare.p95.toFixed(0)} ms`);
report({
  name: 'chat-fanout',
  value: Math.round(ours.p95),
  unit: 'ms p95',
  twin: Math.max(1, Math.round(bare.p95)),
});
