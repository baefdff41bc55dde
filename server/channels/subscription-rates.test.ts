import { afterEach, describe, expect, it } from 'vitest';
import { type ChannelChange, channelsContract } from '#contract/channels.ts';
import { mediaPayContract } from '#contract/media-pay.ts';
import { ratesContract } from '#contract/rates.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { anAdmin, anOrganizer } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { noProviders } from '#test/factories/payments.ts';
import { aRate } from '#test/factories/rates.ts';
import { operatorConfig, sellSite } from '#test/factories/site-subscription.ts';
import { call, refusal } from '#test/story.ts';

const priced = (currency: CurrencyCode, given: { enabled?: boolean; total?: number } = {}) => ({
  subscription: { enabled: true, total: 499, currency, taxRate: 2100, ...given },
});
const missing = { status: 409, code: 'RATE_MISSING' };
const missingFor = (field: string) => ({ ...missing, fields: { [field]: 'rate_missing' } });
const withoutRate = missingFor('subscription.currency');

describe('whoever bills from Spain and sets the price of a subscription in another currency', () => {
  it('is refused while there is no rate of it, on a new channel as well', async () => {
    const { owner: as, slug } = await aChannel();
    const asked = { as, params: { slug }, body: priced('NOK') };
    expect(await refusal(channelsContract.changeChannel, asked)).toEqual(withoutRate);
    const { country, taxId } = { country: 'ES', taxId: 'B58818501' };
    const body = { title: 'Fjord Strings', billing: { country, taxId }, ...priced('NOK') };
    expect(await refusal(channelsContract.createChannel, { as, body })).toEqual(withoutRate);
    await aRate('NOK');
    await call(channelsContract.changeChannel, asked);
    await call(channelsContract.createChannel, { as: await anOrganizer(), body });
  });

  it('may leave it as it is, or offer none, once the rate was taken away', async () => {
    const { owner: as, slug } = await aChannel();
    const params = { slug };
    await aRate('SEK');
    await call(channelsContract.changeChannel, { as, params, body: priced('SEK') });
    await call(ratesContract.removeRate, { as: await anAdmin(), params: { currency: 'SEK' } });
    await call(channelsContract.changeChannel, { as, params, body: priced('SEK') });
    const dearer = priced('SEK', { total: 599 });
    expect(await refusal(channelsContract.changeChannel, { as, params, body: dearer })).toEqual(
      withoutRate,
    );
    const off = priced('SEK', { total: 599, enabled: false });
    await call(channelsContract.changeChannel, { as, params, body: off });
    expect(await refusal(channelsContract.changeChannel, { as, params, body: dearer })).toEqual(
      withoutRate,
    );
  });

  it('needs none in euro, nor from elsewhere', async () => {
    const { owner: as, slug } = await aChannel();
    const params = { slug };
    await call(channelsContract.changeChannel, { as, params, body: priced('EUR') });
    const billing = { country: 'PT', taxId: '501964843' };
    const saved = { billing, ...priced('DKK') };
    await call(channelsContract.changeChannel, { as, params, body: saved });
    const { subscription } = await call(channelsContract.getMyChannel, { as, params });
    expect(subscription.currency).toBe('DKK');
  });
});

describe('whoever moves to Spain with the price of a subscription in another currency', () => {
  it('is refused while there is no rate of it, with the field named, and may change all else', async () => {
    const { owner: as, slug } = await aChannel();
    const params = { slug };
    const there = { country: 'PT', taxId: '501964843' } as const;
    const here = { country: 'ES', taxId: 'B58818501' } as const;
    const save = (body: ChannelChange) =>
      call(channelsContract.changeChannel, { as, params, body });
    await save({ billing: there, ...priced('HUF') });
    const move = { as, params, body: { billing: here } };
    const refused = await refusal(channelsContract.changeChannel, move);
    expect(refused).toEqual(missingFor('billing.country'));
    await save({ billing: { ...there, city: 'Porto' }, ...priced('HUF') });
    await aRate('HUF');
    await save(move.body);
    expect(await call(channelsContract.getMyChannel, { as, params })).toMatchObject({
      billing: { country: 'ES' },
    });
  });

  it('is not asked for one in euro, nor for one that is switched off', async () => {
    const { owner: as, slug } = await aChannel();
    const params = { slug };
    const there = { country: 'PT', taxId: '501964843' } as const;
    const here = { country: 'ES', taxId: 'B58818501' } as const;
    for (const price of [priced('EUR'), priced('PLN', { enabled: false })]) {
      for (const billing of [there, here]) {
        const body = { billing, ...price };
        const saved = await call(channelsContract.changeChannel, { as, params, body });
        expect(saved.billing.country).toBe(billing.country);
      }
    }
  });
});

describe('while the site lets nobody subscribe to channels', () => {
  afterEach(() => sellSite('off'));

  it('a channel moves to Spain with a price that is asked of nobody', async () => {
    const { owner: as, slug } = await aChannel();
    const params = { slug };
    const there = { country: 'PT', taxId: '501964843' } as const;
    const body = { billing: there, ...priced('CZK') };
    await call(channelsContract.changeChannel, { as, params, body });
    await sellSite('off', { subscriptions: false });
    const move = { billing: { country: 'ES', taxId: 'B58818501' } } as const;
    const saved = await call(channelsContract.changeChannel, { as, params, body: move });
    expect(saved.billing.country).toBe('ES');
  });
});

describe('an administrator who sells the whole site from Spain', () => {
  afterEach(() => sellSite('off'));

  it('is refused a price in a currency without a rate', async () => {
    overrideConfig(operatorConfig);
    const platform = { period: 'month', net: 1000, taxRate: 2100, currency: 'PLN' } as const;
    const monetize = { channelSubscriptions: true, paidContent: true, platform };
    const asked = { as: await anAdmin(), body: { ...noProviders(), monetize } };
    expect(await refusal(mediaPayContract.saveMediaPay, asked)).toEqual(missing);
    await aRate('PLN');
    await call(mediaPayContract.saveMediaPay, asked);
    await call(ratesContract.removeRate, { as: asked.as, params: { currency: 'PLN' } });
    await call(mediaPayContract.saveMediaPay, asked);
  });
});
