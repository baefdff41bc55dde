import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those that a system gives to whoever asks it for any: no connection and no other server takes one of
 * these while the program that is told it starts.
 */
const reserve = { from: 20_000, to: 32_000 };
const tries = 100;

/** A port that nobody listens on, for programs that have to be told theirs. */
export async function freePort(next = () => randomInt(reserve.from, reserve.to)): Promise<number> {
  for (let tried = 0; tried < tries; tried += 1) {
    const port = next();
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${tries} ports is free`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen({ port, exclusive: true }, () => probe.close(() => answer(true)));
  });
