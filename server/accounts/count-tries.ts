import { createHmac } from 'node:crypto';
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
    const { knownUntil } = await count(tx, tried, freeFailures.fromOneNetwork);
    if (!isOver(knownUntil)) return { takeBack: () => takeBack([tried]) };
    await count(tx, all, freeFailures.anywhere);
    return { takeBack: () => takeBack([tried, all]) };
  });
}

/** The same for somebody who is logged in and gives the password once more. */
export function countTryInside(email: string): Promise<Counted> {
  const tried = { email, network: loggedIn };
  return inTransaction(async (tx) => {
    await count(tx, tried, freeFailures.fromOneNetwork);
    return { takeBack: () => takeBack([tried]) };
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

const takeBack = (counted: Tried[]): Promise<void> =>
  inTransaction(async (tx) => {
    for (const tried of counted) await forgiveOne(tx, tried);
  });

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

async function count(tx: Db, tried: Tried, free: number): Promise<Failures> {
  const before = await lockFailures(tx, tried, nowText());
  const seconds = secondsToWait(before, { free, nowMs: nowMs() });
  if (seconds) refuse('TOO_MANY_REQUESTS', { values: { seconds } });
  await writeFailures(tx, tried, { failures: failuresAfterTry(before, nowMs()), at: nowText() });
  return before;
}

const isOver = (until: string | null): boolean => until === null || until <= nowText();

/** Addresses of people are not kept: a network is known again, but cannot be read. */
const digestOfNetwork = (address: string): string =>
  createHmac('sha256', keyFor('login networks')).update(address).digest('base64url').slice(0, 22);
