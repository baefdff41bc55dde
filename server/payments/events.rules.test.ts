import { describe, expect, it } from 'vitest';
import { eventStates } from '#contract/provider-events.ts';
import { disputeStates } from '#contract/shared/refunds.ts';
import { canMoveDispute, disputeStateFrom, isOpenDispute } from './disputes.rules.ts';
import { canReplay, eventComesFrom, struck, withoutSecrets } from './events.rules.ts';
import { openedBody, sealedBody } from './sealed-bodies.ts';
import { isStuck } from './stuck.rules.ts';

describe('a notice', () => {
  it('that had its effect stays so; every other may come to something yet', () => {
    for (const to of eventStates) expect(eventComesFrom(to)).not.toContain('handled');
    expect(eventComesFrom('handled')).toEqual(['received', 'kept', 'refused', 'failed']);
    expect(eventComesFrom('received')).toEqual([]);
    expect([true, false].map((isNotice) => canReplay({ isNotice }))).toEqual([true, false]);
  });

  it('is kept with the names of kept cards sealed, and read again as it came', () => {
    const body = {
      id: 'evt_1',
      failure: 'card_declined',
      data: {
        object: { customer: 'cus_9s6XKzkNRiz8i3', payment_method: 'pm_1N2b3C', amount: 1210 },
      },
      list: [{ customer: { id: 'cus_9s6XKzkNRiz8i3' } }, null],
      Ds_Merchant_Identifier: 'a1b2c3d4e5f6',
      Ds_Merchant_Cof_Txnid: '2202182245100',
      kept: { token: 'card_0190', lastFour: '4242' },
      Ds_Card_Number: '',
    };
    const sealed = sealedBody(body);
    const secrets = /cus_9|pm_1|a1b2c3|2202182|card_0190/;
    expect(JSON.stringify(sealed)).not.toMatch(secrets);
    expect(sealed).toMatchObject({ id: 'evt_1', failure: 'card_declined', list: [{}, null] });
    expect(openedBody(sealed)).toEqual(body);
    expect(openedBody({ Ds_Merchant_Identifier: 'sealed:elsewhere' })).toEqual({
      Ds_Merchant_Identifier: '',
    });
  });

  it('is shown without secrets and without what says something of buyer or card', () => {
    const body = {
      id: 'evt_1',
      object: 'event',
      data: {
        object: {
          amount_total: 1210,
          client_secret: 'x',
          customer_email: 'ana@example.org',
          payment_method_details: { card: { last4: '4242', exp_month: 1 } },
          billing_details: { address: { line1: 'Gran Vía 1' } },
          card: null,
          items: [{ description: 'A show', token: 'x' }],
        },
      },
      Ds_Card_Number: '454881******0003',
      Ds_Card_Country: '724',
      Ds_ExpiryDate: '3012',
      Ds_Merchant_Identifier: 'x',
      Ds_Order: '0001abcd',
    };
    expect(withoutSecrets(body)).toEqual({
      id: 'evt_1',
      object: 'event',
      data: {
        object: {
          amount_total: 1210,
          client_secret: struck,
          customer_email: struck,
          payment_method_details: { card: struck },
          billing_details: struck,
          card: null,
          items: [{ description: 'A show', token: struck }],
        },
      },
      Ds_Card_Number: struck,
      Ds_Card_Country: struck,
      Ds_ExpiryDate: struck,
      Ds_Merchant_Identifier: struck,
      Ds_Order: '0001abcd',
    });
    expect([withoutSecrets(null), withoutSecrets('x'), withoutSecrets([1])]).toEqual([
      ...[null, 'x', [1]],
    ]);
  });
});

describe('a dispute moves', () => {
  it('forwards alone, and from what is decided nowhere', () => {
    const moves = disputeStates.flatMap((from) =>
      disputeStates.filter((to) => canMoveDispute(from, to)).map((to) => `${from} > ${to}`),
    );
    expect(moves).toEqual([
      'warning_needs_response > warning_under_review',
      'warning_needs_response > warning_closed',
      'warning_needs_response > needs_response',
      'warning_needs_response > under_review',
      'warning_needs_response > won',
      'warning_needs_response > lost',
      'warning_under_review > warning_closed',
      'warning_under_review > needs_response',
      'warning_under_review > under_review',
      'warning_under_review > won',
      'warning_under_review > lost',
      'warning_closed > needs_response',
      'warning_closed > under_review',
      'warning_closed > won',
      'warning_closed > lost',
      'needs_response > under_review',
      'needs_response > won',
      'needs_response > lost',
      'under_review > won',
      'under_review > lost',
    ]);
    expect(disputeStates.filter((one) => !isOpenDispute(one))).toEqual([
      ...['warning_closed', 'won', 'lost'],
    ]);
  });

  it('by the names of Stripe, old and new', () => {
    expect(
      ['won', 'appeal_needs_response', 'appeal_under_review', 'prevented', 'x'].map(
        disputeStateFrom,
      ),
    ).toEqual(['won', 'needs_response', 'under_review', 'warning_closed', null]);
  });
});

describe('a payment is stuck', () => {
  it.each([
    ['stripe', 'answer', 1.9, false],
    ['stripe', 'answer', 2, true],
    ['sandbox', 'decision', 2.9, false],
    ['sandbox', 'decision', 3, true],
    // A bank debit takes days.
    ['stripe', 'decision', 60 * 24 * 14, false],
    ['stripe', 'decision', 60 * 24 * 14 + 2, true],
    // Redsys answers no question: of a charge of what it keeps it tells, or somebody looks there.
    ['redsys', 'decision', 31.9, false],
    ['redsys', 'decision', 32, true],
    ['redsys', 'nothing', 60 * 24 * 90, false],
    ['stripe', 'nothing', 60 * 24 * 90, false],
    ['gone', 'answer', 2, true],
  ] as const)('at %s, waiting for %s since %d minutes: %s', (provider, what, minutes, stuck) => {
    expect(isStuck(provider, { for: what, minutes })).toBe(stuck);
  });
});
