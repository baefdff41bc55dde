import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { type Shipment, shipmentsContract } from '#contract/shipments.ts';
import { shippingContract } from '#contract/shipping.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { anAddress, aShipment, aThing, heldOf, someShipping } from '#test/factories/shipments.ts';
import { holdClock } from '#test/held-clock.ts';
import { call, send } from '#test/story.ts';
import { forgetAddresses } from './forget-addresses.ts';

const tracking = {
  carrier: 'Correos',
  trackingCode: 'PK4 2',
  trackingUrl: 'https://post.example/PK42',
};
const send_ = (as: Someone, id: string, given: Partial<typeof tracking> = {}) =>
  call(shipmentsContract.sendShipment, { as, params: { id }, body: { ...tracking, ...given } });
const sentLetters = async ({ email }: Someone) =>
  (await mailsTo(email)).filter(({ kind }) => kind === 'shipment-sent');
const stateIn = async (id: string) =>
  await db().selectFrom('shipments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('what is to be sent', () => {
  it('is listed for its seller, the oldest first, with what can be done', async () => {
    const { id, order, thing, buyer } = await aShipment({ quantity: 2 });
    const later = await aShipment({ thing });
    const { items, toSend } = await call(shipmentsContract.listShipments, { as: thing.owner });
    expect([items.map((one) => one.id), toSend]).toEqual([[id, later.id], 2]);
    expect(items[0]).toMatchObject({
      orderNumber: order.number,
      ...{ orderId: order.id, state: 'to_send', method: 'post', address: anAddress },
      buyer: { email: buyer.email },
      items: [{ title: 'Poster', quantity: 2, givenBack: false }],
      can: { send: true, deliver: false, cancel: true, label: true },
    } satisfies Partial<Record<keyof Shipment, unknown>>);
  });

  it('is found by state, way, channel, and words of whom and what', async () => {
    const { id, thing, buyer } = await aShipment();
    const pickup = { address: null, expectedTotal: 0 };
    const fetched = await aShipment({ thing, shipping: pickup });
    const found = async (query: object) =>
      (await call(shipmentsContract.listShipments, { as: thing.owner, query })).items.map(
        (one) => one.id,
      );
    expect(await found({ method: 'pickup' })).toEqual([fetched.id]);
    expect(await found({ state: 'sent' })).toEqual([]);
    expect(await found({ channel: thing.channel.slug, method: 'post' })).toEqual([id]);
    expect(await found({ channel: 'another' })).toEqual([]);
    expect(await found({ q: buyer.email })).toEqual([id]);
    expect(await found({ q: '28014' })).toEqual([id]);
    expect(await found({ q: '%' })).toEqual([]);
  });

  it('does not exist for others: viewers, other organizers, strangers', async () => {
    const { id, thing, buyer } = await aShipment();
    const other = await anOrganizer();
    const params = { id };
    const list = await call(shipmentsContract.listShipments, { as: other });
    expect([list.items, list.toSend]).toEqual([[], 0]);
    const ask = async (as?: Someone) =>
      (
        await send(shipmentsContract.sendShipment, {
          ...(as ? { as } : {}),
          params,
          body: tracking,
        })
      ).statusCode;
    expect([await ask(), await ask(await aViewer()), await ask(other)]).toEqual([401, 403, 404]);
    const several = await send(shipmentsContract.sendShipments, {
      ...{ as: other, body: { ids: [id], carrier: '' } },
    });
    expect(several.statusCode).toBe(404);
    const labels = await send(shipmentsContract.getLabels, { as: other, query: { ids: id } });
    expect(labels.statusCode).toBe(404);
    expect((await stateIn(id)).state).toBe('to_send');
    const admin = await anAdmin();
    const query = { q: buyer.email };
    const all = await call(shipmentsContract.listShipments, { as: admin, query });
    expect(all.items.map((one) => one.id)).toEqual([id]);
    expect((await send_(thing.owner, id)).state).toBe('sent');
  });

  it('costs as many statements with three as with one', async () => {
    holdClock();
    const { thing } = await aShipment();
    const list = () => call(shipmentsContract.listShipments, { as: thing.owner });
    await list();
    const forOne = await countQueries(list);
    await aShipment({ thing });
    await aShipment({ thing });
    expect(await countQueries(list)).toBe(forOne);
    expect((await list()).items).toHaveLength(3);
  });
});

describe('sending', () => {
  it('tells the buyer by letter, and shows it where they look', async () => {
    const { id, order, thing, buyer } = await aShipment();
    const after = await send_(thing.owner, id);
    expect(after).toMatchObject({ state: 'sent', ...tracking, can: { send: false, track: true } });
    await runKeptJobs();
    const letters = await sentLetters(buyer);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.subject).toContain('Poster');
    const query = { orders: order.id };
    const { items } = await call(shipmentsContract.listMyShipments, { as: buyer, query });
    expect(items).toMatchObject([{ id, state: 'sent', ...tracking }]);
    const others = await call(shipmentsContract.listMyShipments, { as: await aViewer(), query });
    expect(others.items).toEqual([]);
  });

  it('happens once of two who press at once', async () => {
    const { id, thing, buyer } = await aShipment();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        send(shipmentsContract.sendShipment, { as: thing.owner, params: { id }, body: tracking }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    await runKeptJobs();
    expect(await sentLetters(buyer)).toHaveLength(1);
  });

  it('of several is all or none', async () => {
    const one = await aShipment();
    const two = await aShipment({ thing: one.thing });
    const foreign = await aShipment();
    const ask = (ids: string[]) =>
      send(shipmentsContract.sendShipments, {
        ...{ as: one.thing.owner, body: { ids, carrier: 'SEUR' } },
      });
    expect((await ask([one.id, foreign.id])).statusCode).toBe(404);
    expect((await stateIn(one.id)).state).toBe('to_send');
    await send_(one.thing.owner, two.id);
    expect((await ask([one.id, two.id])).json().code).toBe('SHIPMENT_STATE');
    expect((await stateIn(one.id)).state).toBe('to_send');
    expect((await ask([one.id])).json()).toEqual({ sent: 1 });
    expect(await stateIn(one.id)).toMatchObject({ state: 'sent', carrier: 'SEUR' });
  });

  it.each([
    'http://post.example/1',
    'javascript:alert(1)',
    'https://',
    'post.example',
    'ftp://post.example',
  ])('takes no link like %s', async (trackingUrl) => {
    const { id, thing } = await aShipment();
    const answer = await send(shipmentsContract.sendShipment, {
      ...{ as: thing.owner, params: { id }, body: { ...tracking, trackingUrl } },
    });
    expect(answer.json()).toMatchObject({ code: 'VALIDATION', fields: { trackingUrl: {} } });
  });

  it('can be mended afterwards, and not before', async () => {
    const { id, thing } = await aShipment();
    const change = () =>
      send(shipmentsContract.saveTracking, {
        ...{ as: thing.owner, params: { id }, body: { ...tracking, trackingCode: 'OTHER' } },
      });
    expect((await change()).json().code).toBe('SHIPMENT_STATE');
    await send_(thing.owner, id);
    expect((await change()).json().trackingCode).toBe('OTHER');
  });
});

describe('the end of a shipment', () => {
  const reason = { reason: 'Nobody was at home' };

  it('is its arrival', async () => {
    const { id, thing } = await aShipment();
    const params = { id };
    const early = await send(shipmentsContract.deliverShipment, { as: thing.owner, params });
    expect(early.json().code).toBe('SHIPMENT_STATE');
    await send_(thing.owner, id);
    const after = await call(shipmentsContract.deliverShipment, { as: thing.owner, params });
    expect(after).toMatchObject({ state: 'delivered', can: { return: false, cancel: false } });
  });

  it('is its coming back, after which it can be in stock again, once', async () => {
    const { id, order, thing } = await aShipment({ quantity: 2 });
    await send_(thing.owner, id);
    const params = { id };
    const lineId = order.lines[0]?.id ?? '';
    const restock = () =>
      send(shipmentsContract.restockItem, { as: thing.owner, params: { id, lineId } });
    expect((await restock()).json().code).toBe('SHIPMENT_STATE');
    const back = await call(shipmentsContract.returnShipment, {
      ...{ as: thing.owner, params, body: reason },
    });
    expect(back).toMatchObject({ state: 'returned', ...reason });
    expect(await heldOf(thing)).toBe(2);
    const both = await Promise.all([restock(), restock()]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await heldOf(thing)).toBe(0);
  });

  it('is that it is not sent, for a reason', async () => {
    const { id, thing } = await aShipment();
    const params = { id };
    const silent = await send(shipmentsContract.cancelShipment, {
      ...{ as: thing.owner, params, body: { reason: '' } },
    });
    expect(silent.json().code).toBe('VALIDATION');
    const after = await call(shipmentsContract.cancelShipment, {
      ...{ as: thing.owner, params, body: reason },
    });
    expect(after).toMatchObject({ state: 'cancelled', ...reason, can: { send: false } });
  });

  it('of what is not in it is unknown', async () => {
    const { id, thing } = await aShipment();
    const other = await aShipment();
    const lineId = other.order.lines[0]?.id ?? '';
    const answer = await send(shipmentsContract.restockItem, {
      ...{ as: thing.owner, params: { id, lineId } },
    });
    expect(answer.statusCode).toBe(404);
  });
});

describe('papers for carriers', () => {
  it('are labels, as many as are asked for', async () => {
    const { id, thing } = await aShipment();
    const pickup = await aShipment({ thing, shipping: { address: null, expectedTotal: 0 } });
    const ask = (ids: string) =>
      send(shipmentsContract.getLabels, { as: thing.owner, query: { ids } });
    const paper = await ask(id);
    expect(paper.headers['content-type']).toBe('application/pdf');
    expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await ask(pickup.id)).statusCode).toBe(404);
    expect((await ask('nonsense')).statusCode).toBe(422);
  });

  it('are a list without formulas of strangers', async () => {
    const address = { ...anAddress, name: '=HYPERLINK("https://evil.example")', second: '@SUM(1)' };
    const { thing } = await aShipment({ shipping: { address } });
    await aShipment();
    const answer = await send(shipmentsContract.exportShipments, {
      ...{ as: thing.owner, query: { format: 'csv' } },
    });
    const rows = answer.payload.trim().split('\r\n');
    expect(rows).toHaveLength(2);
    expect(rows[1]).not.toMatch(/(^|[,;"])[=@]/);
    expect(rows[1]).toContain('HYPERLINK');
  });
});

describe('where a channel sends to', () => {
  it('is nothing until it is said, and then kept as a whole', async () => {
    const channel = await aChannel();
    const as = channel.owner;
    const params = { slug: channel.slug };
    const before = await call(shippingContract.getChannelShipping, { as, params });
    expect(before).toMatchObject({
      saved: null,
      form: { home: 'ES', currency: 'EUR', zones: [], pickup: '' },
    });
    const body = someShipping;
    const after = await call(shippingContract.saveChannelShipping, { as, params, body });
    expect(after.saved).toEqual(someShipping);
    const less = { ...someShipping, zones: [], pickup: '' };
    await call(shippingContract.saveChannelShipping, { as, params, body: less });
    const read = await call(shippingContract.getChannelShipping, { as, params });
    expect(read.saved).toEqual(less);
  });

  it.each([
    ['a country that there is not', { home: 'XX' }, 'home'],
    ['two homes', { zones: [someShipping.zones[1], someShipping.zones[1]] }, 'zones.1.kind'],
    [
      'a price below nothing',
      { zones: [{ ...someShipping.zones[1], perOrder: -1 }] },
      'zones.0.perOrder',
    ],
    ['half a cent', { zones: [{ ...someShipping.zones[1], perItem: 0.5 }] }, 'zones.0.perItem'],
    ['more tax than there is', { taxRate: 10_001 }, 'taxRate'],
  ])('is refused with %s', async (_, given, field) => {
    const { owner: as, slug } = await aChannel();
    const answer = await send(shippingContract.saveChannelShipping, {
      ...{ as, params: { slug }, body: { ...someShipping, ...given } as typeof someShipping },
    });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]]);
  });

  it('is the business of its owner', async () => {
    const { slug } = await aChannel();
    const ask = async (as?: Someone) =>
      (
        await send(shippingContract.saveChannelShipping, {
          ...{ ...(as ? { as } : {}), params: { slug }, body: someShipping },
        })
      ).statusCode;
    expect([await ask(), await ask(await aViewer()), await ask(await anOrganizer())]).toEqual([
      ...[401, 403, 404],
    ]);
  });

  it('stands on the page of each thing, before anything is paid', async () => {
    const thing = await aThing({ stock: 3 });
    const params = { slug: thing.slug };
    const said = await call(shippingContract.getProductShipping, { params });
    expect(said).toMatchObject({ most: 3, home: 'ES', pickup: someShipping.pickup });
    expect(said.zones.map(({ kind, sends }) => [kind, sends])).toEqual([
      ...[
        ['list', false],
        ['home', true],
        ['eu', true],
      ],
    ]);
    expect([said.countries.includes('FR'), said.countries.includes('CH')]).toEqual([true, false]);
  });

  it('is a price for what is chosen, or why there is none', async () => {
    const thing = await aThing({ stock: null });
    const quote = (country: string | null, quantity = 1, productSlug = thing.slug) =>
      send(shippingContract.quoteShipping, {
        body: { items: [{ productSlug, quantity }], country },
      });
    expect((await quote('ES', 3)).json()).toEqual({
      ...{ currency: 'EUR', net: 600, tax: 126, total: 726, taxRate: 2100, fault: null },
    });
    expect((await quote('ES', 9)).json().total).toBe(0);
    expect((await quote(null)).json()).toMatchObject({ total: 0, fault: null });
    expect((await quote('CH')).json().fault).toBe('not_there');
    expect((await quote('XX')).statusCode).toBe(422);
    expect((await quote('ES', 0)).statusCode).toBe(422);
    expect((await quote('ES', 1, 'nothing-here')).statusCode).toBe(404);
    const show = await aProduct();
    expect((await quote('ES', 1, show.slug)).statusCode).toBe(404);
    const draft = await aThing({ status: 'draft' });
    expect((await quote('ES', 1, draft.slug)).statusCode).toBe(404);
  });
});

describe('the address of a person', () => {
  it('is remembered, changed and forgotten by nobody else', async () => {
    const as = await aViewer();
    const read = async (who: Someone) =>
      (await call(shipmentsContract.getMyAddress, { as: who })).address;
    expect(await read(as)).toBe(null);
    await call(shipmentsContract.saveMyAddress, { as, body: anAddress });
    const moved = { ...anAddress, street: 'Calle del Pez 2' };
    await call(shipmentsContract.saveMyAddress, { as, body: moved });
    expect(await read(as)).toEqual(moved);
    expect(await read(await aViewer())).toBe(null);
    await call(shipmentsContract.dropMyAddress, { as });
    expect(await read(as)).toBe(null);
    expect((await send(shipmentsContract.getMyAddress, {})).statusCode).toBe(401);
  });

  it('goes with the account, and that of its parcels when they are long gone', async () => {
    useClock('2026-11-27T10:00:00Z');
    const { id, thing, buyer } = await aShipment();
    const arrived = await aShipment({ thing, buyer });
    await send_(thing.owner, arrived.id);
    await call(shipmentsContract.deliverShipment, {
      ...{ as: thing.owner, params: { id: arrived.id } },
    });
    const kept = await aShipment({ thing });
    await send_(thing.owner, kept.id);
    await call(shipmentsContract.saveMyAddress, { as: buyer, body: anAddress });
    await call(usersContract.moveUser, {
      ...{ as: await anAdmin(), params: { id: buyer.id }, body: { move: 'delete' } },
    });
    expect(await db().selectFrom('shipping_addresses').selectAll().execute()).toEqual([]);
    expect((await stateIn(arrived.id)).address).toBe(null);
    // What was paid for still has to arrive.
    expect((await stateIn(id)).address).toEqual(anAddress);
    await send_(thing.owner, id);
    useClock(now().add({ hours: 29 * 24 }));
    await forgetAddresses();
    expect((await stateIn(id)).address).toEqual(anAddress);
    useClock(now().add({ hours: 2 * 24 }));
    await forgetAddresses();
    expect(await stateIn(id)).toMatchObject({ address: null, country: 'ES', state: 'sent' });
    expect((await stateIn(kept.id)).address).toEqual(anAddress);
  });
});
