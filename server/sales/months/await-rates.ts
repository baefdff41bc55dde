import { nowText } from '#server/platform/clock.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import {
  listAwaitedRates,
  listRatesToPayBy,
  listToPayBy,
  listWaiting,
  openWhileWaiting,
  type SubscriptionRow,
  waitForRate,
  waitToExtend,
} from '#server/subscriptions/index.ts';
import { lacksRate } from '../euro-rate.ts';
import { tellOfMissingRate } from '../tell-administrators.ts';

/**
 * Of those that wait for a rate whoever can be charged by now, or is to be kept open longer: of each
 * channel and currency at most so many, so that no wait stands in the way of another one.
 */
export async function listStirring(most: number): Promise<string[]> {
  const at = nowText();
  const ids: string[] = [];
  for (const awaited of await listAwaitedRates(db())) {
    const isMissing = await lacksRate(db(), awaited);
    const open = isMissing ? { openUntil: waitToExtend(at) } : {};
    ids.push(...(await listWaiting(db(), awaited, { at, most, ...open })));
  }
  return ids;
}

/**
 * Those that nobody can pay any more, though their payment is due and left to their person: its rate went missing
 * meanwhile. Each that waits by then leaves the list. `by`: as of those that are due.
 */
export async function listUnpayable(by: string, most: number): Promise<string[]> {
  const around = { at: nowText(), by };
  const ids: string[] = [];
  for (const rate of await listRatesToPayBy(db(), around)) {
    if (await lacksRate(db(), rate)) {
      ids.push(...(await listToPayBy(db(), rate, { ...around, most })));
    }
  }
  return ids;
}

/**
 * Without a rate of its currency a month has no right paper, so it is not charged; nor is anything taken from
 * its person, who can do nothing about it. Of those that wait for one rate the first is told.
 */
export async function keepWaiting(tx: Db, of: SubscriptionRow): Promise<void> {
  const at = nowText();
  if (of.waitsForRate && of.accessUntil > waitToExtend(at)) return;
  const noted = await waitForRate(tx, of.id, { at, accessUntil: openWhileWaiting(at) });
  if (noted?.others === 0) await tellOfMissingRate(tx, of.currency);
}
