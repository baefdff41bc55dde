import { describe, expect, it, vi } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { type SalesQuery, salesContract } from '#contract/sales.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { aShipment, aThing, shippingItem } from '#test/factories/shipments.ts';
import { aSubscriber } from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';

const list = (as: Someone, query: Partial<SalesQuery>) =>
  call(salesContract.listSales, { as, query });
const kindsFound = async (as: Someone, q: string) =>
  (await list(as, { q })).items.map(({ kind }) => kind);

describe('the sales found by their title', () => {
  it('are those of what is sent, as it is called in any language', async () => {
    const thing = await aThing();
    await aShipment({ thing });
    for (const q of ['Shipping to Spain', 'envio a españa', 'ENVIO PARA ESPANHA']) {
      expect(await kindsFound(thing.owner, q)).toEqual(['shipping']);
    }
    for (const q of ['Shipping to France', 'Envío a Francia', 'Picked up']) {
      expect(await kindsFound(thing.owner, q)).toEqual([]);
    }
  });

  it('are those of what is picked up', async () => {
    const thing = await aThing();
    const buyer = await aViewer();
    const shipping = { ...shippingItem(), address: null, expectedTotal: 0 };
    await aShipment({ thing, buyer, shipping });
    for (const q of ['Picked up', 'recogida', 'retirada no local']) {
      expect(await kindsFound(thing.owner, q)).toEqual(['shipping']);
    }
    expect(await kindsFound(thing.owner, 'Shipping to')).toEqual([]);
  });

  it('are those of months of a channel', async () => {
    const { channel } = await aSubscriber();
    for (const q of [
      `Subscription for a month: ${channel.title}`,
      `suscripcion de un mes: ${channel.title}`,
      `Assinatura de um mês: ${channel.title}`,
      'assinatura',
    ]) {
      expect(await kindsFound(channel.owner, q)).toEqual(['subscription']);
    }
    for (const q of ['Suscripción de un año', '%%channel%%']) {
      expect(await kindsFound(channel.owner, q)).toEqual([]);
    }
  });

  it('are looked for in words that are put together once', async () => {
    const as = await anOrganizer();
    const named = vi.spyOn(Intl.DisplayNames.prototype, 'of');
    await list(as, { q: 'Envío a España' });
    named.mockClear();
    await list(as, { q: 'Envío a Francia' });
    expect(named).not.toHaveBeenCalled();
    named.mockRestore();
  });

  it('leave in the file what they leave in the list', async () => {
    const { thing } = await aShipment();
    await aShipment({ thing });
    const { totals } = await list(thing.owner, { q: 'Envío a España' });
    // The sums are those of what was found: twice the shipping, and no thing.
    expect(totals).toMatchObject([{ orders: 2, taken: 2 * 484 }]);
  });
});

describe('my orders found by their title', () => {
  it('are those of what is sent, and of months, as it is called in any language', async () => {
    const thing = await aThing();
    const { buyer, order } = await aShipment({ thing });
    await aPaidOrder({ buyer });
    const found = async (as: Someone, q: string) =>
      (await call(ordersContract.listMyOrders, { as, query: { q } })).items.map(({ id }) => id);
    for (const q of ['Shipping to Spain', 'envio a españa', 'ENVIO PARA ESPANHA']) {
      expect(await found(buyer, q)).toEqual([order.id]);
    }
    expect(await found(buyer, 'Envío a Francia')).toEqual([]);
    const { viewer, channel } = await aSubscriber();
    expect(await found(viewer, `suscripcion de un mes: ${channel.title}`)).toHaveLength(1);
    expect(await found(viewer, 'Suscripción de un año')).toEqual([]);
  });
});

describe('a list of sales that is narrowed down', () => {
  it('says how the channel and the product are called, though nothing of them was sold', async () => {
    const { product } = await aPaidOrder();
    const unsold = await aProduct({ channel: product.channel, title: 'Nobody came' });
    const query = { channel: product.channel.slug, product: unsold.slug };
    const as = product.owner;
    const narrowed = { channel: product.channel.title, product: 'Nobody came' };
    expect(await call(salesContract.nameMySalesShown, { as, query })).toEqual(narrowed);
    expect(await call(salesContract.nameSalesShown, { as: await anAdmin(), query })).toEqual(
      narrowed,
    );
    const none = { channel: null, product: null };
    expect(await call(salesContract.nameMySalesShown, { as })).toEqual(none);
  });

  it('names no product of others', async () => {
    const hidden = await aProduct({ status: 'private' });
    const as = await anOrganizer();
    const query = { product: hidden.slug, channel: hidden.channel.slug };
    expect(await call(salesContract.nameMySalesShown, { as, query })).toEqual({
      ...{ channel: null, product: null },
    });
    const refused = { as: await aViewer(), query };
    expect((await refusal(salesContract.nameMySalesShown, refused)).status).toBe(403);
    expect((await refusal(salesContract.nameSalesShown, { as, query })).status).toBe(403);
  });
});
