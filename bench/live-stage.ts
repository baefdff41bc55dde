import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { signMediaPath } from '#server/media/index.ts';
import { clockCamera } from '#test/clock-camera.ts';
import { people, shows } from '#test/rows.ts';
import type { CrowdOrder, CrowdReport } from './crowd.ts';
import type { Door } from './filmed-camera.ts';
import { type Stage, setStage } from './stage.ts';

// A fixed secret, so that the benchmark can sign the addresses that viewers would have been given.
export const secret = 'a secret of the benchmarks alone, never of an installation';

/** What films, once it is told where to send it. */
type Filming = { stop: () => Promise<void> };

export type LiveStage<C extends Filming = Filming> = Stage & {
  slug: string;
  broadcastId: string;
  camera: C;
  /** The address of one more viewer's view, which stays open. */
  seats: (count: number) => Promise<string[]>;
};

const byClock = async ({ port, key }: Door): Promise<Filming> =>
  clockCamera(`rtmp://127.0.0.1:${port}/live/${key}`);

export async function setLiveStage(env: Record<string, string>): Promise<LiveStage>;
export async function setLiveStage<C extends Filming>(
  env: Record<string, string>,
  film: (door: Door) => Promise<C>,
): Promise<LiveStage<C>>;
/** The product with a show on air, from a camera whose picture is the clock unless another is given. */
export async function setLiveStage(
  env: Record<string, string>,
  film: (door: Door) => Promise<Filming> = byClock,
): Promise<LiveStage> {
  process.env.SECRET_KEY = secret;
  let slug = '';
  let token = '';
  const stage = await setStage(
    async (pool) => {
      [token = ''] = await people(pool, 1, '{USER,ADMIN}');
      [slug = ''] = await shows(pool, { count: 1 });
    },
    { SECRET_KEY: secret, ...env },
  );
  const about = async () => {
    const path = `${stage.product.url}/api/desk/products/${slug}/broadcast`;
    const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as { id: string | null; state: string; streamKey: string };
  };
  const filming = await film({ port: stage.product.rtmpPort, key: (await about()).streamKey });
  let broadcast = await about();
  for (let tries = 0; tries < 120 && broadcast.state !== 'live'; tries += 1) {
    await new Promise((next) => setTimeout(next, 500));
    broadcast = await about();
  }
  if (broadcast.state !== 'live' || !broadcast.id) throw new Error('the show is not on air');
  const broadcastId = broadcast.id;
  return {
    ...stage,
    slug,
    broadcastId,
    camera: filming,
    seats: (count) => seatsFor({ stage, slug, broadcastId }, count),
    close: async () => {
      await filming.stop();
      await stage.close();
    },
  };
}

/** People with a ticket each, and a view each that counts as heard until the stage closes. */
async function seatsFor(
  { stage, slug, broadcastId }: { stage: Stage; slug: string; broadcastId: string },
  count: number,
): Promise<string[]> {
  const { rows } = await stage.pool.query<{ id: string }>(
    `with u as (
       insert into users (email, password_digest, roles, approval, email_confirmed_at, terms_accepted_at, name, surname)
       select 'seat-' || gen_random_uuid() || '@bench.example', '', '{USER}', 'approved', now(), now(), 'Seat', n::text
       from generate_series(1, $3) n returning id),
     a as (
       insert into auth_tokens (digest, user_id, created_at, last_used_at, expires_at)
       select decode(md5(id::text) || md5(id::text || 'x'), 'hex'), id, now(), now(), now() + interval '1 day' from u returning digest, user_id),
     t as (
       insert into tickets (user_id, product_id, source, granted_at)
       select u.id, p.id, 'free', now() from u, products p where p.slug = $1 returning id, user_id, product_id)
     insert into playbacks (user_id, ticket_id, product_id, broadcast_id, auth_digest, started_at, last_seen_at)
     select t.user_id, t.id, t.product_id, $2, a.digest, now(), now() + interval '1 hour'
     from t join a on a.user_id = t.user_id returning id`,
    [slug, broadcastId, count],
  );
  const expiresAt = Temporal.Now.instant().add({ hours: 2 });
  const resource = { kind: 'live', id: broadcastId } as const;
  return rows.map(
    ({ id }) => stage.product.url + signMediaPath({ playbackId: id, resource, expiresAt }),
  );
}

/** The address of one rendition of a view. */
export const renditionOf = (master: string, rendition: string): string =>
  master.replace('master.m3u8', `${rendition}/index.m3u8`);

/** Names of the renditions that a view can choose from, the largest first. */
export async function renditionsOf(master: string): Promise<string[]> {
  const text = await (await fetch(master)).text();
  return [...text.matchAll(/^([\w-]+)\/index\.m3u8$/gm)].map((found) => found[1] ?? '');
}

/** Viewers in a process of their own; resolves with what became of their requests. */
export function seatCrowd(order: CrowdOrder): { child: ChildProcess; gone: Promise<CrowdReport> } {
  const child = fork('bench/crowd.ts');
  child.send(order);
  const gone = once(child, 'message').then(([report]) => report as CrowdReport);
  return { child, gone };
}

/** Seconds of processor time that a process has used so far, and its memory in MB. */
export function usageOf(pid: number | undefined): { cpu: number; memory: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Clock ticks of user and system time; a hundred a second on Linux.
  const cpu = (Number(fields[11]) + Number(fields[12])) / 100;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  return { cpu, memory };
}
