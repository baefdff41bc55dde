import { z } from 'zod';
import { PaymentFailure } from '#contract/payments.ts';
import { nowMs, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { forgetBy } from '#server/platform/remembered.ts';
import { keyFor } from '#server/platform/secrets.ts';
import type { Callback, ChargeReport, Provider } from './provider.ts';
import {
  decideCharge,
  enterCharge,
  enterRefund,
  findCharge,
  findKeptCard,
  forgetCard,
  keepCard,
  noteNotice,
  type SandboxCharge,
} from './sandbox.store.ts';
import {
  type BankDecision,
  decisionFor,
  decisionWithoutBuyer,
  outcomeOf,
} from './sandbox-cards.rules.ts';
import { isSigned, sign } from './signature.ts';

/**
 * The bank inside the product. It keeps its own books (`sandbox_charges`) and tells us of a charge
 * as a real one would: by a signed message at our callback door, some time after we asked.
 */
const lateSeconds = 10;

const Notice = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(60),
  reference: z.string().min(1).max(200),
  orderId: z.uuid(),
  amount: z.number().int(),
  currency: z.string().length(3),
  state: z.enum(['confirming', 'approved', 'declined']),
  failure: PaymentFailure.nullable(),
  kept: z.object({ token: z.string().min(1).max(200), lastFour: z.string() }).nullish(),
});

const Named = Notice.pick({ id: true, type: true });

let wire: (callback: Callback) => Promise<void> = async () => {
  throw new Error('the sandbox bank has no wire yet');
};

/** Where the bank's notices go: our own callback door, without a network in between. */
export function connectSandbox(receive: (callback: Callback) => Promise<void>): void {
  wire = receive;
}

let secret: Buffer | null = null;
forgetBy(() => {
  secret = null;
});
/** What bank and shop share; derived once, since every payment needs it. */
function key(): Buffer {
  secret ??= keyFor('sandbox callbacks');
  return secret;
}

/** A notice as the bank sends it. */
export function noticeOf(report: ChargeReport): Callback {
  const { reference, orderId, amount, currency, state, failure, kept } = report;
  const id = `evt_${reference}_${state}`;
  const notice = {
    id,
    type: `charge.${state}`,
    reference,
    orderId,
    amount,
    currency,
    state,
    failure,
    ...(kept ? { kept } : {}),
  };
  const rawBody = JSON.stringify(notice);
  return { rawBody, signature: sign(key(), rawBody, Math.floor(nowMs() / 1000)) };
}

/** Sends the notice of a charge. A failure on our side is the reconciler's business. */
async function sendNotice(report: ChargeReport): Promise<void> {
  await wire(noticeOf(report)).catch((error: unknown) => {
    const { reference, orderId } = report;
    log().warn({ err: error, reference, orderId }, 'notice of the sandbox was not taken');
  });
}

const approveLate = defineJob<{ reference: string }>(
  'sandbox-approve-late',
  async ({ reference }) => {
    await decideCharge(db(), reference, { from: 'open', to: 'approved' });
    const charge = await findCharge(db(), reference);
    if (charge?.state !== 'approved') return;
    await wire(noticeOf(charge));
    await noteNotice(db(), reference, nowText());
  },
);

/** The bank decides later: the charge and the job that decides it are written together. */
const enterLate = (request: SandboxCharge, entry: Parameters<typeof enterCharge>[2]) =>
  inTransaction(async (tx) => {
    const entered = await enterCharge(tx, request, entry);
    const { reference } = request;
    if (entered) await enqueue(tx, approveLate, { reference }, { startAfter: lateSeconds });
    return entered;
  });

/** The bank enters a charge as it decides it, and tells of it where it is decided at once. */
async function decide(
  { card, ...charge }: SandboxCharge,
  decision: BankDecision & { kept?: string | null },
): Promise<void> {
  const entry = { ...decision, at: nowText() };
  const request = { ...charge, card };
  const isLate = decision.state === 'open';
  const isNew = await (isLate ? enterLate(request, entry) : enterCharge(db(), request, entry));
  const decided = decision.state === 'approved' || decision.state === 'declined';
  if (!isNew || !decided || decision.silent) return;
  const { state, failure, kept: token } = decision;
  const kept = token ? { token, lastFour: card.number.slice(-4) } : null;
  await sendNotice({ ...charge, state, failure, kept });
}

const tokenOf = (reference: string): string => `card_${reference}`;

export const sandbox: Provider = {
  name: 'sandbox',

  async charge({ card, screen: _, keep, ...charge }) {
    if (!card) throw new Error('the sandbox takes cards alone');
    const outcome = outcomeOf(card.number);
    const kept = keep ? tokenOf(charge.reference) : null;
    if (kept) await keepCard(db(), kept, { outcome, lastFour: card.number.slice(-4) });
    const decision = decisionFor(outcome);
    await decide({ ...charge, card }, { ...decision, kept });
    return { state: decision.state === 'confirming' ? 'confirming' : 'open' };
  },

  async chargeKept(charge, token) {
    const known = await findKeptCard(db(), token);
    if (!known) throw new Error('the sandbox keeps no such card');
    const card = { number: known.lastFour };
    await decide({ ...charge, card }, decisionWithoutBuyer(known.outcome));
    return { report: null };
  },

  forgetKept: (token) => inTransaction((tx) => forgetCard(tx, token)),

  setup: {
    // A card that asks its owner a question is kept without one: it is asked when it is charged.
    async begin({ reference, card }) {
      if (!card) throw new Error('the sandbox takes cards alone');
      const outcome = outcomeOf(card.number);
      const { state } = decisionFor(outcome);
      if (state === 'declined') return { report: { reference, state, kept: null } };
      const kept = { token: tokenOf(reference), lastFour: card.number.slice(-4) };
      await keepCard(db(), kept.token, { outcome, lastFour: kept.lastFour });
      return { report: { reference, state: 'kept', kept } };
    },
    async find({ reference }) {
      const token = tokenOf(reference);
      const card = await findKeptCard(db(), token);
      return card && { reference, state: 'kept', kept: { token, lastFour: card.lastFour } };
    },
  },

  async confirm(reference, approve) {
    const to = approve ? 'approved' : 'declined';
    const failure = approve ? {} : { failure: 'not_confirmed' as const };
    const decided = await decideCharge(db(), reference, { from: 'confirming', to, ...failure });
    const charge = await findCharge(db(), reference);
    if (decided && charge) await sendNotice(charge);
    return decided;
  },

  cancel: ({ reference }) =>
    decideCharge(db(), reference, {
      from: 'confirming',
      to: 'declined',
      failure: 'not_confirmed',
    }),

  find: ({ reference }) => findCharge(db(), reference),

  refund: ({ reference }, refund) =>
    inTransaction((tx) => enterRefund(tx, { reference, ...refund })),

  async prove({ signature, rawBody }) {
    const seconds = Math.floor(nowMs() / 1000);
    if (!isSigned(key(), { header: signature, rawBody, seconds })) refuse('PAYMENT_SIGNATURE');
    const body = parseJson(rawBody);
    const named = Named.safeParse(body);
    if (!named.success) refuse('CALLBACK_INVALID');
    return { eventId: named.data.id, type: named.data.type, body };
  },

  async understand({ body }) {
    const notice = Notice.safeParse(body);
    if (!notice.success) return refuse('CALLBACK_INVALID');
    const { id: _, type: __, ...report } = notice.data;
    return { about: 'charge', report };
  },
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
