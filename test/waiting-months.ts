import { Temporal } from 'temporal-polyfill';
import { channelsContract } from '#contract/channels.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { useClock as setClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { expireOrders } from '#server/sales/close-order.ts';
import { renewMonths } from '#server/sales/months/renew-months.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { anAdmin, aViewer, type Someone } from './factories/accounts.ts';
import { aProduct } from './factories/catalog.ts';
import { aChannel } from './factories/channels.ts';
import { cards } from './factories/sales.ts';
import { aMonth, mySubscriptions, payWith } from './factories/subscriptions.ts';
import { call } from './story.ts';

export const began = '2026-01-10T11:00:00Z';
export const due = '2026-02-10T05:00:00Z';
/** It is approved once, and declined after that. */
export const once = '4000 0000 0000 0341';

/** From where the channel bills, whatever its subscribers pay in. */
export const billFrom = async ({ id }: { id: string }, country: 'PT' | 'ES') => {
  const set = {
    billing_country: country,
    billing_tax_id: country === 'ES' ? 'A30000012' : '501964843',
  };
  await db().updateTable('channels').set(set).where('id', '=', id).execute();
};

/** Somebody who follows a channel in a currency without a rate, which moved to Spain after that. */
export async function aForeignSubscriber(currency: CurrencyCode, card: string = cards.approve) {
  setClock(began);
  const admin = await anAdmin();
  const channel = await aChannel();
  await billFrom(channel, 'PT');
  await call(channelsContract.changeChannel, {
    as: channel.owner,
    params: { slug: channel.slug },
    body: { subscription: { enabled: true, total: 499, currency, taxRate: 2100 } },
  });
  const film = await aProduct({ channel, type: 'vod', sessions: [], plan: 'free' });
  const viewer = await aViewer();
  await payWith(viewer, (await aMonth(viewer, channel)).id, card);
  return { admin, channel, film, viewer };
}

/** The clock of the product at this instant, as its jobs find it. */
export async function at(instant: string): Promise<void> {
  setClock(instant);
  await expireOrders();
  await renewMonths();
  await endSubscriptions();
}

/** Some hours of every day, so many days long. */
export async function live(from: string, days: number): Promise<void> {
  const start = Temporal.Instant.from(from);
  for (let day = 0; day < days; day += 1) await at(start.add({ hours: 24 * day }).toString());
}

/** Their one subscription. */
export const only = async (as: Someone) => (await mySubscriptions(as))[0];

/** As it is kept, whether or not its rule says that it is over. */
export const stateOf = async ({ id }: Someone) => {
  const found = db().selectFrom('subscriptions').select('state').where('user_id', '=', id);
  return (await found.executeTakeFirstOrThrow()).state;
};

/** How each payment of theirs ended, the oldest first. */
export const paymentsOf = async (as: Someone) => {
  const rows = await db()
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select('p.state')
    .where('o.buyer_id', '=', as.id)
    .orderBy('p.id')
    .execute();
  return rows.map(({ state }) => state);
};
