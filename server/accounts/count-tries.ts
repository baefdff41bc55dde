import { createHmac } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { instantText, now, nowMs, nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import { keyFor } from '#server/platform/secrets.ts';
import { type Failures, failuresAfterTry, freeFailures, secondsToWait } from './log-in.rules.ts';
import {
  dropFailures,
  lockFailures,
  type Tried,
  welcomeNetwork,
  writeFailures,
} from './login-failures.store.ts';

/** Stands for all networks together. */
const anywhere = '';
/** Stands in for the network of whoever is logged in already: strangers do not count there. */
const loggedIn = 'logged in';
/** A try that has been counted. */
type Counted = { takeBack: () => Promise<void> };
/** One place where it is counted, since when, and when somebody had last tried there before. */
type CountedAt = { tried: Tried; before: Failures; at: string };

/** So long strangers elsewhere do not count where somebody has logged in. */
const knownDays = 30;

/**
 * Counts a try to give the password of an address, before it is looked at, so that a hundred tries
 * at once count as a hundred. `address` is where the try comes from. Refuses with TOO_MANY_REQUESTS
 * while the person has to wait.
 */
export function countTry(email: string, address: string): Promise<Counted> {
  const tried = { email, network: digestOfNetwork(address) };
  const all = { email, network: anywhere };
  return inTransaction(async (tx) => {
    const here = await count(tx, tried, freeFailures.fromOneNetwork);
    if (!isOver(here.before.knownUntil)) return { takeBack: () => takeBack([here]) };
    const everywhere = await count(tx, all, freeFailures.anywhere);
    return { takeBack: () => takeBack([here, everywhere]) };
  });
}

/** The same for somebody who is logged in and gives the password once more. */
export function countTryInside(email: string): Promise<Counted> {
  const tried = { email, network: loggedIn };
  return inTransaction(async (tx) => {
    const inside = await count(tx, tried, freeFailures.fromOneNetwork);
    return { takeBack: () => takeBack([inside]) };
  });
}

/** Looks at the password of a counted try; if nobody has time to look, it does not count. */
export async function lookAt<T>({ takeBack }: Counted, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'BUSY') await takeBack();
    throw error;
  }
}

const takeBack = (counted: CountedAt[]): Promise<void> =>
  inTransaction(async (tx) => {
    for (const one of counted) await takeBackAt(tx, one);
  });

/** Unless somebody has tried since, the wait runs on from where it was before the try. */
async function takeBackAt(tx: Db, { tried, before, at }: CountedAt): Promise<void> {
  const { failures, lastAtMs } = await lockFailures(tx, tried, nowText());
  const lastAt = Temporal.Instant.fromEpochMilliseconds(
    lastAtMs === Date.parse(at) ? before.lastAtMs : lastAtMs,
  );
  const left = { failures: Math.max(0, failures - 1), at: instantText(lastAt) };
  await writeFailures(tx, tried, left);
}

async function forgiveOne(tx: Db, tried: Tried): Promise<void> {
  const { failures } = await lockFailures(tx, tried, nowText());
  await writeFailures(tx, tried, { failures: Math.max(0, failures - 1), at: nowText() });
}

/** The right password came: its try is taken back, and the network is known from now on. */
export async function forgiveTries(tx: Db, email: string, address: string): Promise<void> {
  const tried = { email, network: digestOfNetwork(address) };
  const { knownUntil } = await lockFailures(tx, tried, nowText());
  const until = instantText(now().add({ hours: knownDays * 24 }));
  await welcomeNetwork(tx, tried, until);
  if (!isOver(knownUntil)) return;
  await forgiveOne(tx, { email, network: anywhere });
}

/**
 * Whoever has the mailbox, or is logged in and knows the password, has proved enough: all is
 * forgotten, also which networks were known under the old password.
 */
export const forgiveAllTries = (tx: Db, email: string): Promise<void> => dropFailures(tx, email);

async function count(tx: Db, tried: Tried, free: number): Promise<CountedAt> {
  const before = await lockFailures(tx, tried, nowText());
  const seconds = secondsToWait(before, { free, nowMs: nowMs() });
  if (seconds) refuse('TOO_MANY_REQUESTS', { values: { seconds } });
  const at = nowText();
  await writeFailures(tx, tried, { failures: failuresAfterTry(before, nowMs()), at });
  return { tried, before, at };
}

const isOver = (until: string | null): boolean => until === null || until <= nowText();

/** Addresses of people are not kept: a network is known again, but cannot be read. */
const digestOfNetwork = (address: string): string =>
  createHmac('sha256', keyFor('login networks')).update(address).digest('base64url').slice(0, 22);
