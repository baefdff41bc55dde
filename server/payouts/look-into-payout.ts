import type { PayoutDetails } from '#contract/payouts.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { findPayoutDetails } from './statement.queries.ts';

/** One payment with what it pays, for administrators. Refuses 404. */
export async function lookIntoPayout(
  id: string,
  asked: Pick<PageQuery, 'page' | 'size'> & { language: Language },
): Promise<PayoutDetails> {
  const { payout, ...page } = orRefuse(await findPayoutDetails(db(), id, asked));
  const { reference, runId, standing: state, reason, returnedAt, channel, iban } = payout;
  const { currency, amount, can } = payout;
  return {
    ...page,
    payout: {
      ...{ id, reference, runId, state, reason, returnedAt, channel, iban, currency, amount, can },
      payee: payout.payee.name,
    },
  };
}
