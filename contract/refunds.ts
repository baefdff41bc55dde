import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Order } from './orders.ts';
import { Currency } from './shared/currencies.ts';
import { Id, IdParams } from './shared/ids.ts';
import { Amount } from './shared/money.ts';
import { Bearer, bearers, RefundReason, RefundShare } from './shared/refunds.ts';
import { Line } from './shared/text.ts';

export const RefundForm = z.strictObject({
  /** Of these lines alone; the parts of a bundle go with it. Left out: of all. */
  lines: z.array(Id).min(1).optional(),
  /** Left out: all that is left of them. Organizers give back the whole only. */
  amount: Amount.min(1).optional(),
  /** By it the rule says who bears the refund. */
  reasonCode: RefundReason.default('show_cancelled'),
  /** What the buyer reads. */
  reason: Line(300).min(1),
  /** Administrators: somebody else than the rule says bears it; then `bearerReason` says why. */
  bearer: Bearer.optional(),
  bearerReason: Line(300).default(''),
});
export type RefundForm = z.infer<typeof RefundForm>;

/** What a refund would take from whom, before anybody confirms it. */
export const RefundPreview = z.object({
  currency: Currency,
  /** Paid and not given back, nor asked to be. */
  left: z.number().int(),
  amount: z.number().int(),
  /** Who bears it by the rule. */
  byRule: z.enum(bearers),
  bearer: z.enum(bearers),
  share: RefundShare,
  /** Gifts among it that somebody has accepted: their tickets end with it. */
  endsGifts: z.number().int(),
  can: z.object({
    /** May give back a part. */
    part: z.boolean(),
    /** May let somebody else bear it than the rule says. */
    choose: z.boolean(),
  }),
});
export type RefundPreview = z.infer<typeof RefundPreview>;

const words = Line(500).min(1);
const lost = 'SERVER_ERROR_NOT_FOUND';

export const refundsContract = {
  previewRefund: endpoint({
    method: 'GET',
    path: '/api/desk/orders/:id/refund',
    who: 'producer',
    summary: 'What a refund would take from whom, before it is asked for',
    params: IdParams,
    query: z.object({
      /** Of this line alone, of a bundle with its parts. Left out: of all. */
      line: Id.optional(),
      amount: z.coerce.number().int().min(1).optional(),
      reasonCode: RefundReason,
      bearer: Bearer.optional(),
    }),
    answer: RefundPreview,
    errors: [lost, 'REFUND_STATE', 'REFUND_DISPUTED', 'FORBIDDEN'],
    perMinute: 240,
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:id/refund',
    who: 'producer',
    summary:
      'Give money back, of all lines or some: administrators any part, organizers whole lines, whose tickets end',
    idempotent: true,
    params: IdParams,
    body: RefundForm,
    answer: Order,
    errors: [
      lost,
      'REFUND_STATE',
      'REFUND_DISPUTED',
      'FORBIDDEN',
      'IDEMPOTENCY_KEY_MISSING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),
  askForRefund: endpoint({
    method: 'POST',
    path: '/api/orders/:id/refund-request',
    who: 'user',
    summary: 'The buyer asks for their money back; whoever gives all of it back has granted it',
    params: IdParams,
    body: z.strictObject({ reason: words }),
    answer: Order,
    errors: [lost, 'REFUND_STATE', 'REFUND_DISPUTED', 'REFUND_ASKED', 'REFUND_GIFT_TAKEN'],
    perMinute: 10,
  }),
  recommendRefund: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:id/refund-request/recommendation',
    who: 'producer',
    summary: 'An organizer who cannot give it back any more wants administrators to do so',
    params: IdParams,
    answer: Order,
    errors: [lost, 'FORBIDDEN', 'REFUND_REQUEST_STATE'],
  }),
  refuseRefund: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:id/refund-request/refusal',
    who: 'producer',
    summary: 'Refuse what a buyer asks for, in words that the buyer reads',
    params: IdParams,
    body: z.strictObject({ answer: words }),
    answer: Order,
    errors: [lost, 'FORBIDDEN', 'REFUND_REQUEST_STATE'],
  }),
  askRefundAgain: endpoint({
    method: 'POST',
    path: '/api/manage/refunds/:id/request',
    who: 'admin',
    summary: 'Money that bought nothing, and did not go back: ask its provider once more',
    params: IdParams,
    answer: Order,
    errors: [lost, 'REFUND_STATE', 'REFUND_DISPUTED'],
  }),
  returnOtherwise: endpoint({
    method: 'POST',
    path: '/api/manage/refunds/:id/return',
    who: 'admin',
    summary:
      'The money of a refund that failed or came back was returned in another way: it is done as if by its provider',
    params: IdParams,
    answer: Order,
    errors: [lost, 'REFUND_STATE', 'REFUND_DISPUTED'],
  }),
};
