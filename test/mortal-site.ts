import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { useClock as setClock } from '#server/platform/clock.ts';
import { PreparingClient } from '#server/platform/database/prepared.ts';
import { openQueue } from '#server/platform/jobs.ts';

// A site of its own process, as a test spawns it: told `{ dieAt: n }`, it dies by its own hand, as
// kill -9 would have it, in the instant in which its n-th statement from then on has left for the
// database. `{ dieAt: 0 }`: it lives. `at` is the time by its clock. It answers with its address, and
// when it has heard. What its queue asks by itself every few seconds does not count.
type Order = { dieAt: number; at?: string };

let left = Number.POSITIVE_INFINITY;
const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
const send = client.query;
client.query = function counted(this: unknown, ...given: unknown[]): unknown {
  const answer = send.apply(this, given);
  if (!(this instanceof PreparingClient)) return answer;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  return answer;
};

await openQueue([]);
const { http } = await buildApp({ pages: 'none' });
const url = await http.listen({ host: '127.0.0.1', port: 0 });
process.on('message', ({ dieAt, at }: Order) => {
  if (dieAt > 0) left = dieAt;
  if (at) setClock(at);
  process.send?.({ heard: true });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
