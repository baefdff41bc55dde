import { afterEach, describe, expect, it } from 'vitest';
import { donationsContract } from '#contract/donations.ts';
import type { OrderForm } from '#contract/orders.ts';
import { ordersContract } from '#contract/orders.ts';
import { anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import {
  donationForm,
  donationItem,
  supportItem,
  switchSupport,
  withDonations,
} from '#test/factories/giving.ts';
import { cartForm, ticketItem } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';

afterEach(() => switchSupport(false));

describe('donations', () => {
  it('are off until an organizer lets people give', async () => {
    const { owner: as, slug, channel } = await aProduct();
    const params = { slug };
    expect(await call(donationsContract.getProductGiving, { params })).toEqual({
      donation: null,
      support: null,
      channel: { slug: channel.slug, title: channel.title },
    });
    expect(await call(donationsContract.getProductDonations, { as, params })).toMatchObject({
      isOn: false,
      suggested: [100, 200, 500],
      limits: { least: 50, most: 500_000 },
      can: { edit: true, chooseCurrency: false },
    });
    const body = { ...donationForm, suggested: [500, 300] };
    await call(donationsContract.saveProductDonations, { as, params, body });
    expect((await call(donationsContract.getProductGiving, { params })).donation).toEqual({
      currency: 'EUR',
      suggested: [300, 500],
      least: 100,
      most: 50_000,
      text: 'It keeps the lights on.',
    });
    const ofChannel = { params: { slug: channel.slug } };
    expect((await call(donationsContract.getChannelGiving, ofChannel)).donation).toBeNull();
  });

  it('support of the platform is the administrator’s switch, and says nothing alone', async () => {
    const product = await withDonations(await aProduct());
    await switchSupport(true);
    const params = { slug: product.slug };
    expect((await call(donationsContract.getProductGiving, { params })).support).toEqual({
      currency: 'EUR',
      suggested: [100, 200, 500],
      least: 50,
      most: 500_000,
    });
    for (const as of [await aViewer(), await anOrganizer()]) {
      expect(
        await refusal(donationsContract.saveSupport, { as, body: { isOn: true } }),
      ).toMatchObject({ status: 403 });
    }
  });
});

describe('refused are', () => {
  it.each([
    ['less than a provider takes', { least: 49 }, 'least'],
    ['more than five thousand euros', { most: 500_001 }, 'most'],
    ['a most below the least', { least: 400, most: 300, suggested: [] }, 'most'],
    ['a suggestion out of both', { suggested: [99] }, 'suggested.0'],
    ['a suggestion twice', { suggested: [300, 300] }, 'suggested.1'],
    ['another currency than the product’s', { currency: 'USD' }, 'currency'],
  ] as const)('settings with %s', async (_, given, field) => {
    const { owner: as, slug } = await aProduct();
    const body = {
      ...donationForm,
      ...given,
      suggested: [...((given as { suggested?: number[] }).suggested ?? donationForm.suggested)],
    };
    expect(
      await refusal(donationsContract.saveProductDonations, { as, params: { slug }, body }),
    ).toMatchObject({ code: 'VALIDATION', fields: { [field]: expect.any(String) } });
  });

  it('settings of what is somebody else’s', async () => {
    const product = await aProduct();
    const as = await anOrganizer();
    const body = donationForm;
    for (const [endpoint, slug] of [
      [donationsContract.saveProductDonations, product.slug],
      [donationsContract.saveChannelDonations, product.channel.slug],
    ] as const) {
      expect(await refusal(endpoint, { as, params: { slug }, body })).toMatchObject({
        status: 404,
      });
    }
  });

  const start = async (items: OrderForm['items']) =>
    refusal(ordersContract.startOrder, { as: await aViewer(), body: cartForm(items) });

  it.each([0, 99, 50_001, 99_999_999_999])('a donation of %i', async (expectedTotal) => {
    const product = await withDonations(await aProduct());
    expect(await start([donationItem(product, { expectedTotal })])).toMatchObject({
      code: 'VALIDATION',
      fields: { 'items.0.expectedTotal': expect.any(String) },
    });
  });

  it.each([-1, 0.5, 499.99, Number.NaN, 1e15])('an amount of %d', async (expectedTotal) => {
    const product = await withDonations(await aProduct());
    expect(await start([donationItem(product, { expectedTotal })])).toMatchObject({
      code: 'VALIDATION',
    });
  });

  it.each([0, 49, 500_001])('support of %i', async (amount) => {
    await switchSupport(true);
    const product = await aProduct();
    expect(await start([ticketItem(product), supportItem(amount)])).toMatchObject({
      code: 'VALIDATION',
      fields: { 'items.1.expectedTotal': expect.any(String) },
    });
  });

  it('a donation where nobody asked for one, and support while that is off', async () => {
    const product = await aProduct();
    expect(await start([donationItem(product)])).toMatchObject({ code: 'PRODUCT_NOT_FOR_SALE' });
    expect(await start([ticketItem(product), supportItem()])).toMatchObject({
      code: 'PRODUCT_NOT_FOR_SALE',
    });
  });

  it('support alone, two donations, and one in a currency that it is no more', async () => {
    await switchSupport(true);
    const product = await withDonations(await aProduct());
    expect(await start([supportItem()])).toMatchObject({
      fields: { 'items.0': expect.any(String) },
    });
    const twice = [donationItem(product), donationItem(product, { productSlug: null })];
    expect(await start(twice)).toMatchObject({ fields: { 'items.1': expect.any(String) } });
    expect(await start([donationItem(product, { currency: 'USD' })])).toMatchObject({
      code: 'PRICE_CHANGED',
    });
  });

  it('a donation to another channel, one that nobody sees, and beside what is private', async () => {
    const product = await withDonations(await aProduct());
    const other = await aChannel();
    expect(await start([donationItem(product, { channelSlug: other.slug })])).toMatchObject({
      status: 404,
    });
    const hidden = await withDonations(await aProduct({ status: 'private' }));
    expect(await start([donationItem(hidden)])).toMatchObject({ status: 404 });
    const elsewhere = await withDonations(await aProduct());
    expect(await start([ticketItem(product), donationItem(elsewhere)])).toMatchObject({
      fields: { 'items.1': 'mismatch' },
    });
  });
});
