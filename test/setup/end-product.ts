import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The product itself gives up after 25 s, and says so; a busy machine may take longer to hear of it. */
const longestMs = 60_000;

/**
 * Asks a product to stop, and throws where it did not do so in good order: when it had to be killed or
 * said that it failed, or when its database has left its mark in the folder of its data. Whatever is copied
 * from there then may be half written.
 */
export async function endInOrder(
  product: ChildProcess,
  data: string,
  withinMs = longestMs,
): Promise<void> {
  const isKilled = await end(product, withinMs);
  const { exitCode, signalCode } = product;
  if (isKilled) throw new Error(`the product did not stop within ${withinMs / 1000} s: killed`);
  if (exitCode !== 0) throw new Error(`the product did not end well: ${signalCode ?? exitCode}`);
  if (existsSync(join(data, 'postgres', 'postmaster.pid')))
    throw new Error('the product ended, and its database did not');
}

async function end(product: ChildProcess, withinMs: number): Promise<boolean> {
  if (product.exitCode !== null || product.signalCode !== null) return false;
  const ended = once(product, 'exit');
  let isKilled = false;
  product.kill('SIGTERM');
  const timer = setTimeout(() => {
    isKilled = product.kill('SIGKILL');
  }, withinMs);
  await ended;
  clearTimeout(timer);
  return isKilled;
}
