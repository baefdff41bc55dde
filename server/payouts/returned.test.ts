import { PDFParse } from 'pdf-parse';
import { describe, expect, it } from 'vitest';
import type { ChannelState } from '#contract/channels.ts';
import { myPayoutsContract } from '#contract/my-payouts.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import type { SomeProduct } from '#test/factories/catalog.ts';
import {
  aDueSale,
  aRun,
  lineOf,
  mine,
  setIban,
  taken,
  toPaid,
  withOperatorAccount,
} from '#test/factories/payouts.ts';
import { call, refusal, send } from '#test/story.ts';

withOperatorAccount();

/** A payment that the bank sent back. */
async function aReturned() {
  const { product } = await aDueSale();
  const { run, admin } = await aRun();
  const paid = await taken(run, admin, toPaid);
  const id = lineOf(paid, product)?.id ?? '';
  const body = { reason: 'Account closed' };
  const after = await call(payoutsContract.returnPayout, { as: admin, params: { id }, body });
  return { product, admin, id, after };
}

const setState = ({ channel }: SomeProduct, state: ChannelState) =>
  db().updateTable('channels').set({ state }).where('id', '=', channel.id).execute();

describe('a payment that came back', () => {
  it('is told by letter, with the reason and the way to the account', async () => {
    const { product } = await aReturned();
    await runKeptJobs();
    const mails = await db()
      .selectFrom('mails')
      .select(['subject', 'body_text'])
      .where('recipient', '=', product.owner.email)
      .where('kind', '=', 'payout-returned')
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual(['€10.56 came back from your bank']);
    expect(mails[0]?.body_text).toContain('Account closed');
    expect(mails[0]?.body_text).toContain(`/account/channels/${product.channel.slug}#billing.iban`);
  });

  it('is marked on its statement, with the day and the reason', async () => {
    const { product, id } = await aReturned();
    const [payout] = (await mine(product.owner)).items;
    expect(payout).toMatchObject({ state: 'returned', returnedAt: '2026-12-01T08:00:00.000Z' });
    const asked = { as: product.owner, params: { id }, language: 'en' } as const;
    const pdf = await send(myPayoutsContract.getStatement, asked);
    const { text } = await new PDFParse({ data: new Uint8Array(pdf.rawPayload) }).getText();
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /Sent back by the bank on [^:]*2026: Account closed/,
    );
  });

  it('is taken off what its run pays, which says so and still equals the ledger', async () => {
    const { after } = await aReturned();
    const [sum] = after.sums;
    const paid = after.lines.filter(({ state }) => state === 'paid');
    expect(sum?.payouts).toBe(paid.length);
    expect(sum?.amount).toBe(paid.reduce((total, { amount }) => total + amount, 0));
    expect(sum?.booked).toBe(sum?.amount);
    expect(sum?.back).toEqual({ payouts: 1, amount: 1056 });
  });

  it('stops the next one to the same account, until an administrator knows that it is right', async () => {
    const { product, admin, id } = await aReturned();
    expect((await mine(product.owner)).balances[0]?.fault).toBe('iban_returned');
    const { run } = await aRun(admin);
    expect(lineOf(run, product)).toMatchObject({ fault: 'iban_returned', can: { confirm: true } });
    const params = { id: run.id };
    expect(await refusal(payoutsContract.approvePayoutRun, { as: admin, params })).toEqual({
      status: 409,
      code: 'PAYOUT_FAULTY',
    });
    const confirmed = await call(payoutsContract.confirmPayoutAccount, {
      as: admin,
      params: { id: lineOf(run, product)?.id ?? '' },
    });
    expect(lineOf(confirmed, product)).toMatchObject({ fault: null, can: { confirm: false } });
    expect((await mine(product.owner)).balances[0]?.fault).toBeNull();
    const again = { as: admin, params: { id } };
    expect(await refusal(payoutsContract.confirmPayoutAccount, again)).toEqual({
      status: 409,
      code: 'PAYOUT_STATE',
    });
    await taken(run, admin, toPaid);
  });

  it('is confirmed by its own line or one that waits for it, and by no other', async () => {
    const { product } = await aDueSale();
    const first = await aRun();
    await taken(first.run, first.admin, toPaid);
    await aDueSale({ product });
    const { run, admin } = await aRun();
    const paid = await taken(run, admin, toPaid);
    const returned = lineOf(paid, product)?.id ?? '';
    const body = { reason: 'Account closed' };
    await call(payoutsContract.returnPayout, { as: admin, params: { id: returned }, body });
    const next = await aRun(admin);
    const held = lineOf(next.run, product)?.id ?? '';
    await call(payoutsContract.holdPayout, { as: admin, params: { id: held }, body });
    const standing = async (runId: string) => {
      const params = { id: runId };
      return lineOf(await call(payoutsContract.getPayoutRun, { as: admin, params }), product)?.can;
    };
    for (const [runId, id] of [
      [first.run.id, lineOf(first.run, product)?.id ?? ''],
      [next.run.id, held],
    ] as const) {
      expect(await standing(runId)).toMatchObject({ confirm: false });
      const asked = { as: admin, params: { id } };
      expect(await refusal(payoutsContract.confirmPayoutAccount, asked)).toEqual({
        status: 409,
        code: 'PAYOUT_STATE',
      });
    }
    // What the screen offers of a closed channel is what can be done there, too.
    await setState(product, 'banned');
    expect(await standing(run.id)).toMatchObject({ confirm: true });
    const own = { as: admin, params: { id: returned } };
    const after = await call(payoutsContract.confirmPayoutAccount, own);
    await setState(product, 'published');
    expect(lineOf(after, product)?.can.confirm).toBe(false);
  });

  it('stops nothing once the account is another, be the old one written otherwise or not', async () => {
    const { product, admin } = await aReturned();
    await setIban(product, 'ES91 2100 0418 4502 0005 1332');
    expect((await mine(product.owner)).balances[0]?.fault).toBe('iban_returned');
    const { run } = await aRun(admin);
    await setIban(product, 'ES7712341234161234567890');
    const shown = await call(payoutsContract.getPayoutRun, { as: admin, params: { id: run.id } });
    expect(lineOf(shown, product)).toMatchObject({ fault: null, iban: 'ES ···· 7890' });
    await taken(run, admin, toPaid);
    expect((await mine(product.owner)).items[0]).toMatchObject({
      state: 'paid',
      iban: 'ES ···· 7890',
    });
  });

  it('makes an approved run stale that pays to the same account', async () => {
    const { product } = await aDueSale();
    const first = await aRun();
    const sent = await taken(first.run, first.admin, toPaid);
    await aDueSale({ product });
    const { run, admin } = await aRun(await anAdmin());
    await taken(run, admin, ['approvePayoutRun']);
    await call(payoutsContract.returnPayout, {
      as: admin,
      params: { id: lineOf(sent, product)?.id ?? '' },
      body: { reason: 'Account closed' },
    });
    const params = { id: run.id };
    expect(await refusal(payoutsContract.exportPayoutRun, { as: admin, params })).toEqual({
      status: 409,
      code: 'PAYOUT_RUN_STALE',
    });
  });
});
