import { describe, expect, it } from 'vitest';
import type { SubscriptionCard } from '#contract/subscriptions.ts';
import { onAPage } from '#test/in-english.tsx';
import { cancelTextOf, MySubscription } from './my-subscription.tsx';

const can = { cancel: true, resume: false, resumeToPay: false, pay: false, changeCard: false };
const subscription = {
  ...{ id: 'one', channel: null, term: 'month', status: 'subscribed', renews: true },
  ...{ paymentDue: false, waitsForRate: true, since: '2026-01-10T11:00:00Z' },
  ...{ validUntil: '2026-02-10T11:00:00Z', accessUntil: '2026-02-19T05:00:00Z' },
  price: { currency: 'NOK', net: 412, taxRate: 2100, tax: 87, total: 499 },
  ...{ nextPrice: null, lastFour: '0341', nextCharge: null, invoices: [], can },
} as SubscriptionCard;
const pageOf = (change: Partial<SubscriptionCard>) =>
  onAPage(<MySubscription subscription={{ ...subscription, ...change }} />);

describe('a month of mine that waits for a rate', () => {
  it('says that there is nothing to do, and until when it is open', () => {
    const page = pageOf({});
    expect(page).toContain('mine.waitsText');
    expect(page).toContain('2026-02-19');
    expect(page).not.toContain('/pay');
  });

  it('says what becomes of a payment that went wrong before', () => {
    const page = pageOf({ paymentDue: true });
    expect(page).toContain('mine.waitsDueText');
    expect(page).not.toContain('mine.dueText');
  });

  it('is open until the promised day after it was cancelled, and can be taken back', () => {
    const gone = { status: 'cancelled', renews: false, waitsForRate: false } as const;
    const page = pageOf({
      ...gone,
      can: { ...can, cancel: false, resume: true, resumeToPay: true },
    });
    expect(page).toContain('2026-02-19');
    expect(page).toContain('mine.lastsWaited');
    expect(page).toContain('resume.button');
  });
});

describe('what the dialog says that cancels', () => {
  it.each([
    ['what is paid', false, false, 'cancel.text'],
    ['what waits for a rate', true, false, 'cancel.text'],
    ['what waits though a payment is due', true, true, 'cancel.text'],
    ['what is due', false, true, 'cancel.dueText'],
  ] as const)('%s', (_, waitsForRate, paymentDue, text) => {
    expect(cancelTextOf({ waitsForRate, paymentDue })).toBe(text);
  });
});
