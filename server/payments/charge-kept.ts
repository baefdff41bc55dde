import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { log } from '#server/platform/log.ts';
import { findKeptMeans } from './kept-means.store.ts';
import { insertPayment, noteAsked, type PaymentRow } from './payments.store.ts';
import { providerNamed } from './providers/index.ts';
import { mediaPaySettings } from './settings/media-pay.queries.ts';
import { providersFor } from './settings/media-pay.rules.ts';
import { takeReport } from './take-event.ts';

type Sum = { amount: number; currency: CurrencyCode };

/** Can this sum still be charged to what was kept? Its provider may be off, or the card never kept. */
export async function canChargeKept(meansId: string | null, sum: Sum): Promise<boolean> {
  const means = meansId === null ? null : await findKeptMeans(db(), meansId);
  if (!means) return false;
  const providers: string[] = providersFor(await mediaPaySettings(), sum);
  return providers.includes(means.provider);
}

/**
 * Opens an attempt to pay an order by what was kept, in the caller's transaction; `chargeKept` asks the
 * provider once that has committed. Refuses ORDER_STATE while another attempt is open or has succeeded.
 */
export async function openKeptPayment(
  tx: Db,
  { orderId, amount, currency, meansId }: Sum & { orderId: string; meansId: string },
): Promise<PaymentRow> {
  const means = await findKeptMeans(tx, meansId);
  if (!means) return refuse('PAYMENT_ERROR');
  return insertPayment(tx, {
    ...{ orderId, amount, currency },
    provider: means.provider,
    reference: providerNamed(means.provider).newReference?.(),
    lastFour: means.lastFour,
    keptMeansId: meansId,
    at: nowText(),
  });
}

/**
 * Asks for the money while its owner is not there. What comes of it takes effect now where the provider
 * says it, else it arrives by callback, or the reconciler asks. A provider that cannot be reached is
 * said in the log: whether it took the money is found out later.
 */
export async function chargeKept(payment: PaymentRow, meansId: string): Promise<void> {
  const { id, reference, orderId, amount, currency, provider } = payment;
  const means = await findKeptMeans(db(), meansId);
  if (!means) throw new Error(`nothing kept under ${meansId}`);
  try {
    const charge = { reference, orderId, amount, currency };
    const { object, report } = await providerNamed(provider).chargeKept(charge, means.token);
    if (object) await noteAsked(db(), id, object);
    if (!report || !['approved', 'declined'].includes(report.state)) return;
    await takeReport(payment, report, 'answered');
  } catch (error) {
    log().error({ err: error, paymentId: id, orderId }, 'kept means: the provider did not answer');
  }
}
