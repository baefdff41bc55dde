import type { PaymentState } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { log } from '#server/platform/log.ts';
import { PaymentDeclined } from './announcements.ts';
import { keepMark } from './events.store.ts';
import { findKeptMeans, type KeptMeans } from './kept-means.store.ts';
import {
  findPaymentById,
  findUndecided,
  insertPayment,
  listPaymentsOf,
  movePayment,
  noteAsked,
  type PaymentRow,
} from './payments.store.ts';
import { providerNamed } from './providers/index.ts';
import { type ChargedKept, ChargeRefused, ProviderUnset } from './providers/provider.ts';
import { mediaPaySettings } from './settings/media-pay.queries.ts';
import { isTrial, providersFor } from './settings/media-pay.rules.ts';
import { takeReport } from './take-event.ts';

type Sum = { amount: number; currency: CurrencyCode };

/**
 * Can this sum (minor units) still be charged to what was kept? Its provider may be off, or the card never
 * kept. Asks by the connection of the caller, who may be in a transaction.
 */
export async function canChargeKept(
  from: Db,
  { meansId, ...sum }: Sum & { meansId: string | null },
): Promise<boolean> {
  const means = meansId === null ? null : await findKeptMeans(from, meansId);
  if (!means || means.isForgotten) return false;
  const providers: string[] = providersFor(await mediaPaySettings(from), sum);
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
  if (!means || means.isForgotten) return refuse('PAYMENT_ERROR');
  return insertPayment(tx, {
    ...{ orderId, amount, currency },
    provider: means.provider,
    reference: providerNamed(means.provider).newReference?.(),
    lastFour: means.lastFour,
    keptMeansId: meansId,
    isTrial: isTrial(means.provider, await mediaPaySettings(tx)),
    at: nowText(),
  });
}

/**
 * Asks for the money while its owner is not there. What comes of it takes effect now where the provider
 * says it, else it arrives by callback, or the reconciler asks. A provider that cannot be reached is
 * said in the log: whether it took the money is found out later.
 */
export async function chargeKept(payment: PaymentRow, meansId: string): Promise<void> {
  const { id: paymentId, orderId } = payment;
  try {
    const { token } = await tokenOf(meansId);
    await askFor(payment, token);
  } catch (error) {
    log().error({ err: error, paymentId, orderId }, 'kept means: the provider did not answer');
    if (isDefinite(error)) await giveUpKept(payment);
  }
}

async function tokenOf(meansId: string): Promise<KeptMeans> {
  const means = await findKeptMeans(db(), meansId);
  if (!means) throw new ChargeRefused(`nothing kept under ${meansId}`);
  return means;
}

/** Nothing was charged, nobody has to be asked whether it was. An answer that is no good proves nothing. */
const isDefinite = (error: unknown): boolean =>
  error instanceof ChargeRefused ||
  error instanceof ProviderUnset ||
  (error instanceof Refusal && error.code === 'PAYMENT_ERROR');

const asCharge = ({ reference, orderId, amount, currency }: PaymentRow) => ({
  ...{ reference, orderId, amount, currency },
});

async function askFor(payment: PaymentRow, token: string): Promise<void> {
  const said = await providerNamed(payment.provider).chargeKept(asCharge(payment), token);
  await takeAnswer(payment, said, 'answered');
}

async function takeAnswer(
  payment: PaymentRow,
  { object, report }: ChargedKept,
  how: 'answered' | 'reconciled',
): Promise<void> {
  if (object) await noteAsked(db(), payment.id, object);
  if (!report || !['approved', 'declined'].includes(report.state)) return;
  await takeReport(payment, report, how);
}

/**
 * A charge whose answer was lost, so that the provider's name for it is not known: what became of it
 * takes effect now. One that never arrived is given up, and never asked for again from here: whether
 * its money is still wanted only they know who wanted it. False when it still waits.
 */
export async function followKept(payment: PaymentRow, meansId: string): Promise<boolean> {
  const provider = providerNamed(payment.provider);
  const means = await findKeptMeans(db(), meansId);
  const found = means && (await provider.findKept?.(asCharge(payment), means.token));
  if (!found) return giveUpKept(payment);
  await takeAnswer(payment, found, 'reconciled');
  return !(await isOpen(payment));
}

const isOpen = async ({ id }: PaymentRow): Promise<boolean> =>
  (await findPaymentById(db(), id))?.state === 'open';

/** So many charges of an order come to nothing before its owner hears of it. */
const mostLost = 3;

const giveUpKept = (payment: PaymentRow): Promise<boolean> =>
  inTransaction((tx) => endKept(tx, payment, ['open']));

/** Ends an attempt that charged nothing; false when it was decided meanwhile. */
async function endKept(
  tx: Db,
  { id, orderId }: PaymentRow,
  from: readonly PaymentState[],
): Promise<boolean> {
  const failure = 'never_arrived';
  const move = { from, to: 'cancelled', failure } as const;
  if (!(await movePayment(tx, id, move))) return false;
  const lost = (await listPaymentsOf(tx, orderId)).filter(
    (one) => one.keptMeansId !== null && one.failure === failure,
  );
  if (lost.length >= mostLost) {
    await announce(tx, PaymentDeclined, { orderId, failure, isOfKept: true });
  }
  return true;
}

/**
 * Somebody has seen at the bank's own screen whether it took the money of a charge whose answer was lost:
 * that takes effect as if the bank had told it, and who said so is kept. What was not taken is asked for
 * anew by whoever wants it. Not inside a transaction. Refuses ORDER_STATE when nothing waits for that.
 */
export async function decideCharge(
  orderId: string,
  { took, by }: { took: boolean; by: string },
): Promise<void> {
  const payment = await findUndecided(db(), orderId);
  if (!payment) return refuse('ORDER_STATE');
  if (took) {
    const report = { ...asCharge(payment), state: 'approved' as const, failure: null };
    return takeReport(payment, report, 'told', by);
  }
  await inTransaction(async (tx) => {
    if (!(await endKept(tx, payment, ['open', 'confirming']))) refuse('ORDER_STATE');
    const { id: paymentId, provider, reference } = payment;
    await keepMark(tx, {
      ...{ provider, paymentId, outcome: 'cancelled', body: { by }, at: nowText() },
      ...{ eventId: `told_${reference}_cancelled`, type: 'told.cancelled' },
    });
  });
}
