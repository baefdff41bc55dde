import { describe, expect, it } from 'vitest';
import { insightsContract } from '#contract/insights.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import type { Someone } from '#test/factories/accounts.ts';
import {
  aDueSale,
  aPastShow,
  aRun,
  lineOf,
  mine,
  setIban,
  taken,
  withOperatorAccount,
} from '#test/factories/payouts.ts';
import { call } from '#test/story.ts';

withOperatorAccount();

async function lettersTo({ email }: Someone) {
  await runKeptJobs();
  return db()
    .selectFrom('mails')
    .select(['kind', 'subject', 'body_text'])
    .where('recipient', '=', email)
    .where('kind', 'in', ['payout-waits', 'payout-held'])
    .orderBy('id')
    .execute();
}

async function firstTask(as: Someone) {
  const { tasks } = await call(insightsContract.getOverview, { as });
  return tasks[0]?.task;
}

async function aSaleWithout(iban = '') {
  const product = await aPastShow();
  await setIban(product, iban);
  await aDueSale({ product });
  return product;
}

/** What nobody's money waits for. */
const whole = {
  billing_iban: 'ES9121000418450200051332',
  ...{ billing_city: 'Madrid', business_name: 'Cellar Strings SL' },
};

describe('money that is collected', () => {
  it('is in preparation until the bank has the files, then on its way', async () => {
    const { product } = await aDueSale();
    const { run, admin } = await aRun();
    const stands = async () => {
      const { balances, items } = await mine(product.owner);
      const [balance] = balances;
      return [balance?.preparing, balance?.onTheWay, items[0]?.state, balance?.nothing];
    };
    expect(await stands()).toEqual([1056, 0, undefined, 'underway']);
    await taken(run, admin, ['approvePayoutRun']);
    expect(await stands()).toEqual([1056, 0, 'preparing', 'underway']);
    await taken(run, admin, ['exportPayoutRun']);
    expect(await stands()).toEqual([0, 1056, 'open', 'underway']);
    await taken(run, admin, ['settlePayoutRun']);
    expect(await stands()).toEqual([0, 0, 'paid', 'settled']);
  });
});

describe('whoever has no account', () => {
  it('hears by letter, once in a month, and finds it on top of what is to do', async () => {
    const product = await aSaleWithout();
    const { run, admin } = await aRun();
    await taken(run, admin, ['dropPayoutRun']);
    await aRun(admin);
    const letters = await lettersTo(product.owner);
    expect(letters.map(({ subject }) => subject)).toEqual(['Your payout of €10.56 waits']);
    expect(letters[0]?.body_text).toContain('The IBAN is missing.');
    expect(await firstTask(product.owner)).toBe('add_iban');
  });

  it('is told to check one that cannot be', async () => {
    const product = await aSaleWithout('ES2121000418450200051331');
    await aRun();
    expect(await firstTask(product.owner)).toBe('check_iban');
    expect((await lettersTo(product.owner))[0]?.body_text).toContain('does not add up');
  });

  it.each([
    [
      'of an account beyond SEPA',
      { billing_iban: 'BR1800360305000010009795493C1' },
      ['check_iban', '#billing.iban'],
    ],
    ['without a town', { billing_city: '' }, ['add_address', '#businessName']],
    ['without a name', { business_name: '' }, ['add_address', '#businessName']],
  ] as const)('finds the same task as the letter leads to: %s', async (_, given, [task, field]) => {
    const product = await aPastShow();
    const { id, slug } = product.channel;
    await db().updateTable('channels').set(given).where('id', '=', id).execute();
    await aDueSale({ product });
    expect(await firstTask(product.owner)).not.toBe(task);
    await aRun();
    expect(await firstTask(product.owner)).toBe(task);
    const [letter] = await lettersTo(product.owner);
    expect(letter?.body_text).toContain(`/account/channels/${slug}${field}`);
    await db().updateTable('channels').set(whole).where('id', '=', id).execute();
    expect(await firstTask(product.owner)).not.toBe(task);
  });

  it('is paid in the run once they have named one, before it is approved', async () => {
    const product = await aSaleWithout();
    const { run, admin } = await aRun();
    expect([lineOf(run, product)?.fault, run.can.approve]).toEqual(['iban_missing', false]);
    await setIban(product, 'ES9121000418450200051332');
    const shown = await call(payoutsContract.getPayoutRun, { as: admin, params: { id: run.id } });
    expect(lineOf(shown, product)).toMatchObject({ fault: null, iban: 'ES ···· 1332' });
    expect(shown.can.approve).toBe(true);
    const approved = await taken(run, admin, ['approvePayoutRun', 'exportPayoutRun']);
    expect(lineOf(approved, product)?.iban).toBe('ES ···· 1332');
  });

  it('hears of being left out, and why', async () => {
    const product = await aSaleWithout();
    const { run, admin } = await aRun();
    await call(payoutsContract.holdPayout, {
      as: admin,
      params: { id: lineOf(run, product)?.id ?? '' },
      body: { reason: 'No account yet' },
    });
    const shown = await call(payoutsContract.getPayoutRun, { as: admin, params: { id: run.id } });
    const { id, reference } = lineOf(shown, product) ?? {};
    const leftOut = shown.leftOut.find(({ channel }) => channel.id === product.channel.id);
    expect(leftOut).toMatchObject({ why: 'held', payout: { id, reference } });
    const [, held] = await lettersTo(product.owner);
    expect(held).toMatchObject({ kind: 'payout-held' });
    expect(held?.body_text).toContain('No account yet');
    // Nobody knows when what holds it back is settled, be it a closed channel.
    expect(`${held?.subject} ${held?.body_text}`).not.toContain('next run');
    expect(await firstTask(product.owner)).toBe('add_iban');
    await setIban(product, 'ES9121000418450200051332');
    expect(await firstTask(product.owner)).not.toBe('add_iban');
  });
});
