import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { giftsContract } from '#contract/gifts.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { refundsContract } from '#contract/refunds.ts';
import { shipmentsContract } from '#contract/shipments.ts';
import { type OrderEvent, soldOrderContract } from '#contract/sold-order.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aGift } from '#test/factories/giving.ts';
import { aSoldOutShow, aWaiting } from '#test/factories/leads.ts';
import {
  aDueSale,
  aRun,
  lineOf,
  taken,
  toPaid,
  withOperatorAccount,
} from '#test/factories/payouts.ts';
import { anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { aShipment } from '#test/factories/shipments.ts';
import { aCode } from '#test/factories/tickets.ts';
import { call } from '#test/story.ts';

withOperatorAccount();

const wholeOf = (as: Someone, { id }: { id: string }) =>
  call(soldOrderContract.getSoldOrder, { as, params: { id } });
const told = async (as: Someone, order: { id: string }, names: OrderEvent['what'][]) =>
  (await wholeOf(as, order)).history.filter(({ what }) => names.includes(what));

describe('the history of an order', () => {
  it('says into which payment to its seller it went, and that the bank sent that back', async () => {
    const { order, product } = await aDueSale();
    const names = ['payoutCollected', 'payoutPaid', 'payoutReturned'] as const;
    const seen = (as: Someone) => told(as, order, [...names]);
    const { run, admin } = await aRun();
    // Until it is approved it is the house's own business.
    expect(await seen(product.owner)).toEqual([]);
    expect(await seen(admin)).toMatchObject([{ what: 'payoutCollected', by: 'administrator' }]);
    const paid = await taken(run, admin, toPaid);
    const line = lineOf(paid, product);
    expect(await seen(product.owner)).toMatchObject([
      { what: 'payoutCollected', amount: 1056, said: line?.reference },
      { what: 'payoutPaid', by: 'site', amount: 1056, said: line?.reference },
    ]);
    const params = { id: line?.id ?? '' };
    const body = { reason: 'Account closed' };
    await call(payoutsContract.returnPayout, { as: admin, params, body });
    expect(await seen(product.owner)).toMatchObject([
      ...[{ what: 'payoutCollected' }, { what: 'payoutPaid' }],
      { what: 'payoutReturned', by: 'provider', amount: 1056 },
    ]);
  });

  it('says that it came of a place in the line', async () => {
    useClock('2026-11-27T10:00:00Z');
    const { product, order: first, sessionId } = await aSoldOutShow();
    const buyer = await aWaiting(product);
    useClock('2026-11-27T10:05:00Z');
    const body = { reason: 'She cannot come' };
    const params = { id: first.id };
    await call(refundsContract.refundOrder, { as: product.owner, params, body });
    useClock('2026-11-27T10:10:00Z');
    const { order } = await anOrder({ product, buyer, form: { sessionId } });
    await pay(buyer, order);
    expect((await wholeOf(product.owner, order)).history.slice(0, 3)).toMatchObject([
      { what: 'waited', by: 'buyer', at: '2026-11-27T10:00:00.000Z', said: product.title },
      { what: 'seatOffered', by: 'site', at: '2026-11-27T10:05:00.000Z' },
      { what: 'ordered', by: 'buyer', at: '2026-11-27T10:10:00.000Z' },
    ]);
  });

  it('says how its things went on their way, and that their buyer was written to', async () => {
    const { id, order, thing, buyer } = await aShipment();
    const body = { carrier: 'Correos', trackingCode: 'PK42', trackingUrl: '' };
    const params = { id };
    await call(shipmentsContract.sendShipment, { as: thing.owner, params, body });
    await call(shipmentsContract.deliverShipment, { as: thing.owner, params });
    expect(await told(thing.owner, order, ['shipmentSent', 'shipmentDelivered'])).toMatchObject([
      { what: 'shipmentSent', by: 'organizer', said: 'Correos PK42' },
      { what: 'shipmentDelivered', by: 'organizer' },
    ]);
    expect((await wholeOf(thing.owner, order)).letters).toMatchObject([
      { kind: 'shipment-sent', recipient: buyer.email },
    ]);
  });

  it('says who moved a parcel on: to administrators by name, to its seller that they did', async () => {
    const first = await aShipment();
    const { order, thing } = first;
    const admin = await anAdmin();
    const params = { id: first.id };
    const body = { carrier: 'Correos', trackingCode: 'PK42', trackingUrl: '' };
    await call(shipmentsContract.sendShipment, { as: admin, params, body });
    const back = { as: thing.owner, params, body: { reason: 'Nobody was at home' } };
    await call(shipmentsContract.returnShipment, back);
    const names = ['shipmentSent', 'shipmentReturned'] as const;
    const moved = { by: 'organizer', said: 'Nobody was at home' };
    expect(await told(thing.owner, order, [...names])).toMatchObject([
      { what: 'shipmentSent', by: 'administrator', name: null, said: 'Correos PK42' },
      { what: 'shipmentReturned', name: null, ...moved },
    ]);
    const seen = await told(admin, order, [...names]);
    expect(seen).toMatchObject([{ by: 'administrator' }, moved]);
    for (const { name } of seen) expect(name).toMatch(/\S/);
    expect(JSON.stringify(await wholeOf(admin, order))).not.toContain(thing.owner.id);
  });

  it('says who sent several at once, and who sends one no more', async () => {
    const sent = await aShipment();
    const { thing } = sent;
    const kept = await aShipment({ thing });
    const admin = await anAdmin();
    const several = { ids: [sent.id], carrier: 'Correos' };
    await call(shipmentsContract.sendShipments, { as: admin, body: several });
    const ends = { as: admin, params: { id: sent.id } };
    await call(shipmentsContract.deliverShipment, ends);
    const body = { reason: 'Sold out' };
    await call(shipmentsContract.cancelShipment, { as: admin, params: { id: kept.id }, body });
    expect(
      await told(thing.owner, sent.order, ['shipmentSent', 'shipmentDelivered']),
    ).toMatchObject([{ by: 'administrator' }, { by: 'administrator' }]);
    expect(await told(thing.owner, kept.order, ['shipmentCancelled'])).toMatchObject([
      { by: 'administrator', said: 'Sold out' },
    ]);
  });

  it('says that a parcel is not sent because all its money went back: nobody did it', async () => {
    const { order, thing } = await aShipment();
    const params = { id: order.id };
    const body = { reason: 'It is damaged' };
    await call(refundsContract.refundOrder, { as: await anAdmin(), params, body });
    await runKeptJobs();
    expect(await told(thing.owner, order, ['shipmentCancelled'])).toMatchObject([
      { by: 'site', name: null, said: '' },
    ]);
  });

  it('says of parcels of before that whoever sold moved them on, and not of what nobody did', async () => {
    const { id, order, thing } = await aShipment();
    const ended = (columns: { ended_at: string; state: string; sent_at?: string }) =>
      db().updateTable('shipments').set(columns).where('id', '=', id).execute();
    const ended_at = '2026-11-28T10:00:00Z';
    await ended({ state: 'delivered', sent_at: '2026-11-27T10:00:00Z', ended_at });
    expect(await told(thing.owner, order, ['shipmentSent', 'shipmentDelivered'])).toMatchObject([
      ...[{ by: 'organizer' }, { by: 'organizer' }],
    ]);
    await ended({ state: 'cancelled', ended_at });
    const who = async () =>
      (await told(thing.owner, order, ['shipmentCancelled'])).map(({ by }) => by);
    expect(await who()).toEqual(['organizer']);
    const givenBack = (given_back_at: string) =>
      db()
        .updateTable('shipment_items')
        .set({ given_back_at })
        .where('shipment_id', '=', id)
        .execute();
    // Its money went back after that.
    await givenBack('2026-11-28T10:00:01Z');
    expect(await who()).toEqual(['organizer']);
    await givenBack(ended_at);
    expect(await who()).toEqual(['site']);
  });

  it('says what became of a gift, and to administrators alone whom it is for', async () => {
    const { order, product, email, token } = await aGift();
    await call(giftsContract.acceptGift, { as: await aViewer(), params: { token } });
    await runKeptJobs();
    expect(await told(product.owner, order, ['giftSent', 'giftAccepted'])).toMatchObject([
      { what: 'giftSent', by: 'site', said: product.title },
      { what: 'giftAccepted', by: 'recipient' },
    ]);
    const addressOf = async (as: Someone) =>
      (await wholeOf(as, order)).letters.find(({ kind }) => kind === 'gift-arrived')?.recipient;
    expect(await addressOf(product.owner)).toBe(null);
    expect(await addressOf(await anAdmin())).toBe(email);
    expect(JSON.stringify(await wholeOf(product.owner, order))).not.toContain(email);
  });

  it('says which code was used, and that its show was cancelled by whom', async () => {
    useClock('2026-11-27T10:00:00Z');
    const product = await aProduct();
    const code = await aCode(product);
    const { order } = await aPaidOrder({ product, form: { code, expectedTotal: 605 } });
    const params = { slug: product.slug, sessionId: product.sessions[0]?.id ?? '' };
    const body = { reason: 'The singer is ill' };
    await call(catalogContract.cancelSession, { as: product.owner, params, body });
    await runKeptJobs();
    expect(
      await told(product.owner, order, ['code', 'showCancelled', 'refunded', 'ticketEnded']),
    ).toMatchObject([
      { what: 'code', by: 'buyer', said: code },
      { what: 'showCancelled', by: 'organizer', said: product.title },
      { what: 'refunded', by: 'provider', amount: 605 },
      { what: 'ticketEnded', by: 'site', said: product.title },
    ]);
    expect((await wholeOf(product.owner, order)).letters.map(({ kind }) => kind)).toContain(
      'session-cancelled',
    );
  });
});
