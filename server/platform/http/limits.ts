import type { FastifyReply, FastifyRequest } from 'fastify';
import { nowMs } from '../clock.ts';
import { config } from '../config.ts';
import { Refusal, refuse } from '../errors.ts';
import { forgetBy } from '../remembered.ts';
import type { Actor } from './actor.ts';

type Bucket = { tokens: number; at: number };

/** A bucket that nobody touched for so long is full again: to forget it changes nothing. */
const fullAfterMs = 60_000;
const mostKeys = 50_000;

/**
 * A token bucket per key, in memory: `perMinute` on average, the same number at once. What was not
 * used for a minute goes, and beyond 50,000 keys what was used least lately. Limits are per process:
 * enough to keep one account from starving others.
 */
export class Limiter {
  /** In the order of their last use, so that what may go stands first. */
  readonly #buckets = new Map<string, Bucket>();
  readonly #perMinute: number;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** How many keys it remembers. */
  get size(): number {
    return this.#buckets.size;
  }

  /** How many this key has left now. */
  left(key: string): number {
    const bucket = this.#buckets.get(key);
    return bucket ? Math.floor(this.#refilled(bucket, nowMs())) : this.#perMinute;
  }

  #refilled({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#perMinute, tokens + ((now - at) / 60_000) * this.#perMinute);
  }

  /** Takes one; answers 0, or the seconds until the next one is there. */
  take(key: string): number {
    const at = nowMs();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#perMinute, at };
    const tokens = this.#refilled(bucket, at);
    const isEmpty = tokens < 1;
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: isEmpty ? tokens : tokens - 1, at });
    this.#forgetOld(at);
    return isEmpty ? Math.ceil(((1 - tokens) * 60) / this.#perMinute) : 0;
  }

  /** Each key is put in once for every time that it is taken out here: no call pays for many. */
  #forgetOld(at: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (at - bucket.at < fullAfterMs && this.#buckets.size <= mostKeys) return;
      this.#buckets.delete(key);
    }
  }
}

let accounts: Limiter | null = null;

/** The limit per account, beside that per address. Refuses with TOO_MANY_REQUESTS. */
export async function mayCall(request: FastifyRequest): Promise<void> {
  const limit = config().RATE_LIMIT;
  if (!limit || !request.actor) return;
  accounts ??= new Limiter(limit);
  demandOne(accounts, request.actor);
}

/** An endpoint's own limit per account (null: none). Refuses with TOO_MANY_REQUESTS. */
export function mayCallSo(actor: Actor | null, limiter: Limiter | null): void {
  if (config().RATE_LIMIT && actor && limiter) demandOne(limiter, actor);
}

function demandOne(limiter: Limiter, { id }: Actor): void {
  const seconds = limiter.take(id);
  if (seconds) refuse('TOO_MANY_REQUESTS', { values: { seconds } });
}

/** Calls that one key may make in a minute. */
export const callsByKey = 300;
let keys: Limiter | null = null;
forgetBy(() => {
  accounts = null;
  keys = null;
});

/**
 * The limit per key, beside that per address: its figures are those that the answer's headers say.
 * Refuses with TOO_MANY_REQUESTS.
 */
export function mayUseKey(actor: Actor | null, reply: FastifyReply): void {
  if (!config().RATE_LIMIT || !actor?.key) return;
  keys ??= new Limiter(callsByKey);
  const { id } = actor.key;
  const seconds = keys.take(id);
  const left = keys.left(id);
  reply.headers({
    'x-ratelimit-limit': callsByKey,
    'x-ratelimit-remaining': left,
    'x-ratelimit-reset': seconds || Math.ceil(((callsByKey - left) * 60) / callsByKey),
  });
  if (seconds) refuse('TOO_MANY_REQUESTS', { values: { seconds } });
}

/**
 * The address as limits count it: an IPv6 /64 is one household, and an IPv4 address written as
 * IPv6 is the same address.
 */
export function addressKey(given: string): string {
  const address = withoutPort(given);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const start = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  const zeros = Array(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...(address.includes('::') ? zeros : []), ...end]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** Some proxies name a visitor with the port: it would make each connection somebody else. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ??
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
  address;

/** Sets Retry-After where a refusal knows how long to wait. */
export function sayRetryAfter(reply: FastifyReply, error: unknown): void {
  const seconds = error instanceof Refusal ? error.values.seconds : undefined;
  if (seconds) reply.header('retry-after', String(seconds));
}
