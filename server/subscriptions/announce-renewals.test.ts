import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { renewMonths } from '#server/sales/months/renew-months.ts';
import { announceRenewals } from '#server/subscriptions/announce-renewals.ts';
import { tellPrices } from '#server/subscriptions/tell-prices.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { lastMailTo, mailsTo } from '#test/factories/mails.ts';
import { aMember, sellSite } from '#test/factories/site-subscription.ts';
import { aSubscriber, mySubscriptions } from '#test/factories/subscriptions.ts';
import { call } from '#test/story.ts';

const began = '2026-03-10T11:00:00Z';
/** Sixteen days before the year is charged, which is six hours before it ends. */
const first = '2027-02-22T05:00:00Z';
const charged = '2027-03-10T05:00:00Z';

beforeEach(async () => {
  useClock(began);
  await sellSite('year', { net: 4000 });
});
afterEach(() => sellSite('off'));

async function aYear(given: { language?: 'en' | 'es' | 'pt' } = {}) {
  const viewer = await aViewer();
  const { language = 'es' } = given;
  await db().updateTable('users').set({ language }).where('id', '=', viewer.id).execute();
  const { subscription } = await aMember('year', { viewer, total: 4840 });
  return { viewer, subscription };
}

async function announcedAt(instant: string): Promise<void> {
  useClock(instant);
  await announceRenewals();
}
const toldTo = async ({ email }: Someone) =>
  (await mailsTo(email)).filter(({ kind }) => kind === 'subscription-renewal').length;
const cancel = (as: Someone, id: string) =>
  call(subscriptionsContract.cancelSubscription, { as, params: { id } });
const resume = (as: Someone, id: string) =>
  call(subscriptionsContract.resumeSubscription, { as, params: { id } });

describe('whoever has the site by the year', () => {
  it('hears of it more than fifteen days before it is charged, once, and each year', async () => {
    const { viewer } = await aYear();
    await announcedAt('2027-02-22T04:59:59.999Z');
    expect(await toldTo(viewer)).toBe(0);
    await announcedAt(first);
    await announcedAt('2027-02-23T08:50:00Z');
    expect(await toldTo(viewer)).toBe(1);
    useClock(charged);
    await renewMonths();
    expect(await mySubscriptions(viewer)).toMatchObject([
      { validUntil: '2028-03-10T11:00:00.000Z' },
    ]);
    await announcedAt('2027-03-11T08:50:00Z');
    expect(await toldTo(viewer)).toBe(1);
    await announcedAt('2028-02-24T08:50:00Z');
    expect(await toldTo(viewer)).toBe(2);
  });

  it.each([
    ['es', '10 de marzo de 2027', '48,40', 'cancélala antes de ese día en Mi espacio'],
    ['en', '10 March 2027', '48.40', 'cancel before that day under My space'],
    ['pt', '10 de março de 2027', '48,40', 'cancele antes desse dia em Meu espaço'],
  ] as const)(
    'reads in %s the day, the sum, the card, and how to cancel',
    async (language, ...said) => {
      const { viewer } = await aYear({ language });
      await announcedAt(first);
      const mail = await lastMailTo(viewer.email);
      expect(mail).toMatchObject({ kind: 'subscription-renewal', language });
      for (const words of [...said, '4242', '/mystuff/subscriptions']) {
        expect(mail.body_text.replaceAll('\n', ' ')).toContain(words);
      }
    },
  );

  it('reads the new price, once one was announced', async () => {
    const { viewer } = await aYear();
    useClock('2027-01-05T11:00:00Z');
    await sellSite('year', { net: 5000 });
    await tellPrices();
    await announcedAt(first);
    const text = (await lastMailTo(viewer.email)).body_text;
    expect(text).toContain('60,50');
    expect(text).not.toContain('48,40');
  });

  it('is asked to pay by hand where no card is kept, and told that nothing is charged', async () => {
    const { viewer, subscription } = await aYear();
    await db()
      .updateTable('subscriptions')
      .set({ means_id: null })
      .where('id', '=', subscription.id)
      .execute();
    await announcedAt(first);
    const mail = await lastMailTo(viewer.email);
    expect(mail.subject).toContain('acaba el 10 de marzo de 2027');
    expect(mail.body_text).toContain('No tenemos ninguna tarjeta');
    expect(mail.body_text).not.toContain('4242');
  });

  it('hears nothing once they cancelled, and all of it once they changed their mind', async () => {
    const { viewer, subscription } = await aYear();
    await cancel(viewer, subscription.id);
    await announcedAt(first);
    expect(await toldTo(viewer)).toBe(0);
    await resume(viewer, subscription.id);
    await announcedAt('2027-02-25T08:50:00Z');
    await cancel(viewer, subscription.id);
    await resume(viewer, subscription.id);
    await announcedAt('2027-02-26T08:50:00Z');
    expect(await toldTo(viewer)).toBe(1);
  });

  it('hears nothing where the year is not offered any more, nor when it is charged already', async () => {
    const { viewer } = await aYear();
    await sellSite('off');
    await announcedAt(first);
    expect(await toldTo(viewer)).toBe(0);
    await sellSite('year', { net: 4000 });
    await announcedAt(charged);
    expect(await toldTo(viewer)).toBe(0);
    await announcedAt('2027-03-10T04:59:00Z');
    expect(await toldTo(viewer)).toBe(1);
  });
});

it('months and what is for good are not announced', async () => {
  await sellSite('once');
  const { viewer: forGood } = await aMember('once');
  const { viewer: monthly } = await aSubscriber();
  await announcedAt('2026-04-09T08:50:00Z');
  expect(await mySubscriptions(monthly)).toMatchObject([{ renews: true }]);
  expect([await toldTo(forGood), await toldTo(monthly)]).toEqual([0, 0]);
});
