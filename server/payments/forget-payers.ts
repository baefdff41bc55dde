import { Temporal } from 'temporal-polyfill';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { log } from '#server/platform/log.ts';
import { forgetOldNotices } from './events.store.ts';
import {
  dropToken,
  findKeptMeans,
  forgetUnnamed,
  type KeptMeans,
  listForgotten,
} from './kept-means.store.ts';
import { providerNamed } from './providers/index.ts';

/** So long a provider that cannot be asked is asked again; then its name for the card goes all the same. */
const mostDays = 7;

/**
 * What is kept of nobody any more goes: first nothing is charged to it, then its provider forgets it,
 * then its name there is forgotten here. One that fails is tried again the next night.
 */
export async function forgetKept(): Promise<void> {
  await forgetUnnamed(db(), nowText());
  for (const { id, forgottenAt } of await listForgotten(db())) {
    const means = await findKeptMeans(db(), id);
    const isGone = !means || (await isForgottenThere(means)) || isOld(forgottenAt);
    if (isGone) await dropToken(db(), id);
  }
}

async function isForgottenThere({ id, provider, token }: KeptMeans): Promise<boolean> {
  try {
    await providerNamed(provider).forgetKept?.(token);
    return true;
  } catch (error) {
    log().error({ err: error, meansId: id, provider }, 'a kept card was not forgotten there');
    return false;
  }
}

const isOld = (forgottenAt: string): boolean =>
  Temporal.Instant.compare(forgottenAt, now().subtract({ hours: mostDays * 24 })) < 0;

/** What providers told is kept as it came for so long: after that nobody asks about it. */
const noticeMonths = 18;

/** What is kept of people who paid, and nobody needs any more. */
export async function forgetPayers(): Promise<void> {
  await forgetKept();
  const today = now().toZonedDateTimeISO('UTC');
  const before = instantText(today.subtract({ months: noticeMonths }).toInstant());
  while ((await inTransaction((tx) => forgetOldNotices(tx, before))) > 0);
}
