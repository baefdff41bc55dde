import { describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { cardOf, cards, cartForm, ticketItem } from '#test/factories/sales.ts';
import {
  aPaidChannel,
  monthForm,
  monthItem,
  mySubscriptions,
} from '#test/factories/subscriptions.ts';
import { meeting } from '#test/meeting.ts';
import { send } from '#test/story.ts';

/** Pays what was ordered, if anything was, with the card that approves. */
async function payAfter(
  as: Someone,
  ordering: Promise<{ statusCode: number; json(): { id: string } }>,
) {
  const answer = await ordering;
  if (answer.statusCode !== 201) return;
  const params = { id: answer.json().id };
  await send(ordersContract.payOrder, { as, params, body: { card: cardOf(cards.approve) } });
}

/** What was paid and is with the seller still: nothing that went back. */
async function paymentsOf({ id }: Someone) {
  const rows = await db()
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['p.state', 'o.id as order_id', 'o.state as order_state'])
    .where('o.buyer_id', '=', id)
    .execute();
  return rows.filter(({ state }) => state === 'paid');
}

const keptOf = ({ id }: Someone) =>
  db()
    .selectFrom('subscriptions as s')
    .innerJoin('kept_means as k', 'k.id', 's.means_id')
    .select('k.id')
    .where('s.user_id', '=', id)
    .execute();

describe('the cart in one window and the page on which one subscribes in another', () => {
  it('come to one subscription, one charge that stays, and one card that is kept', async () => {
    for (let round = 0; round < 6; round += 1) {
      const show = await aProduct({ sessions: [{ capacity: 5 }] });
      const channel = await aPaidChannel({ channel: show.channel });
      const as = await aViewer();
      const byCart = () =>
        payAfter(
          as,
          send(ordersContract.startOrder, {
            as,
            body: cartForm([ticketItem(show), monthItem(channel)]),
          }) as never,
        );
      const byPage = () =>
        payAfter(
          as,
          send(subscriptionOrdersContract.subscribe, {
            as,
            params: { slug: channel.slug },
            body: monthForm(),
          }) as never,
        );
      const windows = [byCart, byPage, byCart, byPage];
      await Promise.all((round % 2 ? windows : windows.toReversed()).map((press) => press()));
      // Each may have taken the other's place: whoever presses once more has it.
      if ((await mySubscriptions(as)).length === 0) await byPage();
      await runKeptJobs();
      const paid = await paymentsOf(as);
      expect(paid).toHaveLength(1);
      expect(paid[0]?.order_state).toBe('paid');
      expect(await mySubscriptions(as)).toHaveLength(1);
      expect(await keptOf(as)).toHaveLength(1);
    }
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('would make two orders, if each looked for the other and then wrote: the control', async () => {
    const as = await aViewer();
    const looked = meeting(2);
    const looks = (tx: Db) =>
      tx
        .selectFrom('order_lines')
        .select('id')
        .where('buyer_id', '=', as.id)
        .where('kind', '=', 'subscription')
        .where('is_pending', '=', true)
        .execute();
    const tries = [0, 1].map(() =>
      inTransaction(async (tx) => {
        const waiting = await looks(tx);
        await looked();
        return waiting.length === 0;
      }),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(2);
  });
});
