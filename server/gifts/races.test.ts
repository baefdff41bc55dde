import { afterEach, describe, expect, it } from 'vitest';
import { giftsContract } from '#contract/gifts.ts';
import { ordersContract } from '#contract/orders.ts';
import { nowText, useClock } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { aViewer } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aGift, giftItem } from '#test/factories/giving.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { cartForm, ticketItem } from '#test/factories/sales.ts';
import { meeting, somebodyWaits } from '#test/meeting.ts';
import { send } from '#test/story.ts';
import { lockGift, moveGift } from './gifts.store.ts';
import { watchGifts } from './watch-gifts.ts';

const crowd = (count: number) => Promise.all(Array.from({ length: count }, () => aViewer()));
const waiting = (email: string) =>
  db().selectFrom('gifts').select(['id', 'expires_at']).where('email', '=', email).execute();
afterEach(() => useClock(null));
const ticketsFor = async ({ id }: SomeProduct) =>
  db().selectFrom('tickets').select('id').where('product_id', '=', id).execute();

describe('a link that many open at once', () => {
  it('is one ticket for one of them', async () => {
    const { token, product } = await aGift();
    const answers = await Promise.all(
      (await crowd(20)).map((as) => send(giftsContract.acceptGift, { as, params: { token } })),
    );
    const said = answers.map((answer) =>
      answer.statusCode === 200 ? 'won' : String(answer.json().code),
    );
    expect(said.filter((one) => one === 'won')).toHaveLength(1);
    expect([...new Set(said)].sort()).toEqual(['GIFT_STATE', 'won']);
    expect(await ticketsFor(product)).toHaveLength(1);
  });

  it('would be several without the row’s word (control)', async () => {
    const { token, product } = await aGift();
    const looked = meeting(2);
    await Promise.all(
      (await crowd(2)).map((person) =>
        inTransaction(async (tx) => {
          const gift = await tx
            .selectFrom('gifts')
            .select(['id', 'state'])
            .where('digest', '=', digestOf(token))
            .executeTakeFirstOrThrow();
          await looked();
          if (gift.state !== 'waiting') return;
          const granted_at = nowText();
          const ticket = { user_id: person.id, product_id: product.id, source: 'gift', granted_at };
          await tx.insertInto('tickets').values(ticket).execute();
        }),
      ),
    );
    expect((await ticketsFor(product)).length).toBeGreaterThan(1);
  });
});

describe('a gift that is taken while the clock wants to remind of it', () => {
  it('is reminded of by nobody', async () => {
    useClock('2030-05-01T10:00:00Z');
    const { token, email } = await aGift();
    const [gift] = await waiting(email);
    if (!gift) throw new Error('no gift');
    useClock(new Date(Date.parse(gift.expires_at) - 7 * 86_400_000).toISOString());
    const job = await inTransaction(async (tx) => {
      await lockGift(tx, { digest: digestOf(token) });
      const reminding = enqueueNow(watchGifts, {}).then(runKeptJobs);
      await somebodyWaits(reminding);
      await moveGift(tx, gift.id, { to: 'ended', reason: 'returned', at: nowText() });
      return { reminding };
    });
    await job.reminding;
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['gift-arrived']);
  });
});

describe('the last seat', () => {
  it('goes to a gift or to a ticket', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const answers = await Promise.all(
      (await crowd(20)).map((as, at) =>
        send(ordersContract.startOrder, {
          as,
          body: cartForm([at % 2 === 0 ? giftItem(product) : ticketItem(product)]),
        }),
      ),
    );
    const said = answers.map((answer) =>
      answer.statusCode === 201 ? 'won' : String(answer.json().code),
    );
    expect(said.filter((one) => one === 'won')).toHaveLength(1);
    expect([...new Set(said)].sort()).toEqual(['SOLD_OUT', 'won']);
  });

  it('is not held twice by whoever corrects an address', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const as = await aViewer();
    const first = await send(ordersContract.startOrder, {
      as,
      body: cartForm([giftItem(product)]),
    });
    const second = await send(ordersContract.startOrder, {
      as,
      body: cartForm([giftItem(product)]),
    });
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  });
});
