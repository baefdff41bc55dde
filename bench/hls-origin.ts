import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { signMediaPath } from '#server/media/index.ts';
import { freePort } from '#test/free-port.ts';
import { people, shows } from '#test/rows.ts';
import { ended, untilAnswers } from '#test/running-product.ts';
import { type Load, load, percentile, report } from './kit.ts';
import { setStage } from './stage.ts';

// A signed segment of 1 MB of a recording, the view checked. Twin: @fastify/static, the same file.
const secret = randomBytes(32).toString('hex');
process.env.SECRET_KEY = secret;
let slug = '';
const stage = await setStage(
  async (pool) => {
    await people(pool, 1);
    [slug = ''] = await shows(pool, { count: 1 });
  },
  { SECRET_KEY: secret },
);
const { rows } = await stage.pool.query<{ broadcast: string; playback: string }>(
  `with b as (insert into broadcasts (product_id, state, started_at, ended_at, recording_ready)
     select id, 'ended', now(), now(), true from products where slug = $1 returning id, product_id),
   t as (insert into tickets (user_id, product_id, source, granted_at)
     select u.id, b.product_id, 'free', now() from users u, b where u.email like 'p1-%' returning id, user_id, product_id),
   v as (insert into playbacks (user_id, ticket_id, product_id, broadcast_id, auth_digest, started_at, last_seen_at)
     select t.user_id, t.id, t.product_id, b.id, a.digest, now(), now()
     from t, b, auth_tokens a where a.user_id = t.user_id returning id)
   select b.id broadcast, v.id playback from b, v`,
  [slug],
);
const { broadcast = '', playback = '' } = rows[0] ?? {};
const prefix = `recordings/${broadcast}`;
await stage.pool.query('update broadcasts set storage_prefix = $1 where id = $2', [
  prefix,
  broadcast,
]);
const folder = join(stage.product.dataDir, 'files', prefix, '720p');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'seg-0-1.m4s'), randomBytes(1024 * 1024));
const path = signMediaPath({
  playbackId: playback,
  resource: { kind: 'recordings', id: broadcast },
  expiresAt: Temporal.Now.instant().add({ hours: 1 }),
  file: '720p/seg-0-1.m4s',
});
const probe = await fetch(stage.product.url + path);
const size = (await probe.arrayBuffer()).byteLength;
if (size !== 1024 * 1024)
  throw new Error(`the segment answered ${probe.status} with ${size} bytes`);

const twinPort = await freePort();
const twin = fork('bench/twins/files.ts', {
  env: { ...process.env, PORT: String(twinPort), FOLDER: folder },
});
await untilAnswers(`http://127.0.0.1:${twinPort}/seg-0-1.m4s`, twin);
const ours: Load[] = [];
const bare: Load[] = [];
// In turns: what else the machine does meets both.
for (let round = 0; round < 3; round += 1) {
  ours.push(await load(stage.product.url + path));
  bare.push(await load(`http://127.0.0.1:${twinPort}/seg-0-1.m4s`));
}
const told = (loads: Load[]) =>
  loads.map((one) => `${one.perSecond}/s p99 ${one.p99} ms, failed ${one.failed}`).join('; ');
console.log(`ours ${told(ours)}\ntwin ${told(bare)}`);
const middle = (loads: Load[]) =>
  percentile(
    loads.map((one) => one.perSecond),
    0.5,
  );
await ended(twin, 'SIGTERM');
await stage.close();
report({
  name: 'hls-origin',
  value: middle(ours),
  unit: 'segments of 1 MB/s',
  twin: middle(bare),
});
