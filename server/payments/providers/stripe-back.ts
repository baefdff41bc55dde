import type Stripe from 'stripe';
import { Temporal } from 'temporal-polyfill';
import { type CurrencyCode, currencyCodes } from '#contract/shared/currencies.ts';
import type { RefundReason } from '#contract/shared/refunds.ts';
import { instantText } from '#server/platform/clock.ts';
import { refuse } from '#server/platform/errors.ts';
import { disputeStateFrom } from '../disputes.rules.ts';
import type { ProviderSaid, RefundReport } from './provider.ts';
import { amountFromStripe } from './stripe-amounts.rules.ts';

/** Money that goes back at Stripe without us: what its objects say when they are read now. */

/** A dispute as it stands; nothing when its charge is none of ours. */
export async function readDispute(api: Stripe, id: string): Promise<ProviderSaid> {
  const dispute = await api.disputes.retrieve(id, { expand: ['payment_intent'] });
  const reference = referenceOf(dispute.payment_intent);
  if (!reference) return { about: 'nothing' };
  const currency = currencyOf(dispute.currency);
  const state = disputeStateFrom(dispute.status);
  const amount = currency && amountFromStripe(dispute.amount, currency);
  if (!currency || !amount || !state) return refuse('CALLBACK_INVALID');
  const moved = dispute.balance_transactions;
  const feeCurrency = currencyOf(moved[0]?.currency) ?? currency;
  return {
    about: 'dispute',
    report: {
      ...{ reference, object: dispute.id, amount, currency, state },
      reason: dispute.reason,
      respondBy: instantFrom(dispute.evidence_details.due_by),
      moves: moved.length,
      withdrawn: withdrawnOf(dispute, { amount, currency }),
      fee: amountFromStripe(sumOf(moved.map(({ fee }) => fee)), feeCurrency) ?? 0,
      feeCurrency,
    },
  };
}

/** What was taken and not given back; in another money than that of the charge, it is all or nothing. */
function withdrawnOf(
  { balance_transactions: moved }: Stripe.Dispute,
  { amount, currency }: { amount: number; currency: CurrencyCode },
): number {
  const isSame = moved.every((one) => currencyOf(one.currency) === currency);
  if (isSame) return 0 - (amountFromStripe(sumOf(moved.map((one) => one.amount)), currency) ?? 0);
  return amount * sumOf(moved.map((one) => (one.amount < 0 ? 1 : -1)));
}

/** Every refund of a payment, whoever asked for it; nothing when the payment is none of ours. */
export async function readRefunds(api: Stripe, intentId: string): Promise<ProviderSaid> {
  const reference = referenceOf(await api.paymentIntents.retrieve(intentId));
  if (!reference) return { about: 'nothing' };
  const { data } = await api.refunds.list({ payment_intent: intentId, limit: 100 });
  // Stripe lists the newest first; the books take them as they came.
  const refunds = data.reverse().flatMap((refund) => refundFrom(refund) ?? []);
  return { about: 'refunds', reference, refunds };
}

const reasons: Partial<Record<string, RefundReason>> = {
  duplicate: 'duplicate',
  fraudulent: 'fraud',
};

/** Null for one that waits for the buyer, of which nothing has happened yet. */
function refundFrom(refund: Stripe.Refund): RefundReport | null {
  const currency = currencyOf(refund.currency);
  const amount = currency && amountFromStripe(refund.amount, currency);
  if (!currency || !amount || refund.status === 'requires_action') return null;
  return {
    object: refund.id,
    key: refund.metadata?.key ?? null,
    ...{ amount, currency },
    state: hasFailed(refund) ? 'failed' : 'done',
    reason: reasons[refund.reason ?? ''] ?? 'complaint',
  };
}

export const hasFailed = ({ status }: Pick<Stripe.Refund, 'status'>): boolean =>
  status === 'failed' || status === 'canceled';

/** What a notice about money on its way back is about: the payment, by Stripe's name for it. */
export function intentOf(object: Stripe.Event['data']['object']): string | null {
  if (object.object !== 'refund' && object.object !== 'charge') return null;
  const intent = object.payment_intent;
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}

const referenceOf = (intent: string | Stripe.PaymentIntent | null): string | null =>
  typeof intent === 'object' ? (intent?.metadata?.reference ?? null) : null;

const currencyOf = (code: string | undefined): CurrencyCode | null => {
  const upper = code?.toUpperCase() ?? '';
  return (currencyCodes as string[]).includes(upper) ? (upper as CurrencyCode) : null;
};

const sumOf = (amounts: number[]): number => amounts.reduce((sum, one) => sum + one, 0);

const instantFrom = (seconds: number | null): string | null =>
  seconds === null ? null : instantText(Temporal.Instant.fromEpochMilliseconds(seconds * 1000));
