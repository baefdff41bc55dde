import { z } from 'zod';
import { Currency } from './currencies.ts';
import { Id } from './ids.ts';
import { TaxRate } from './money.ts';
import { Instant } from './time.ts';

/** What whoever works on a product can do with it now, and why not. */
export const ProductCan = z.object({
  edit: z.boolean(),
  publish: z.boolean(),
  makePrivate: z.boolean(),
  withdraw: z.boolean(),
  delete: z.boolean(),
  addSession: z.boolean(),
  removeSession: z.boolean(),
  duplicate: z.boolean(),
  feature: z.boolean(),
  /** Another film or recording may take the place of what the clock plays. */
  replaceSource: z.boolean(),
});
export type ProductCan = z.infer<typeof ProductCan>;

/** What must still be filled in before a product can leave the draft. */
export const MissingPart = z.enum([
  'shortDescription',
  'pictureId',
  'price',
  'asset',
  'parts',
  'sessions',
  'futureSession',
  'stock',
  /** Its channel sends it nowhere, and nobody can pick it up. */
  'shipping',
  'offer',
  'banner',
  'channel',
]);
export type MissingPart = z.infer<typeof MissingPart>;

/** Why an act of `can` is not possible now. */
const Reason = z.enum([
  'incomplete',
  'paid_content_off',
  'already',
  'draft',
  'ended',
  'not_owner',
  'channel_banned',
  'on_air',
  'starts_soon',
]);
const ReasonedAct = z.enum(['publish', 'makePrivate', 'withdraw', 'duplicate', 'replaceSource']);
export const Because = z.partialRecord(ReasonedAct, Reason);
export type Because = z.infer<typeof Because>;

/** Where a new product starts from: as the last one of this organizer, else the usual. Of a tax rate the last of the like. */
export const ProductDefaults = z.object({
  currency: Currency,
  /** Null: nothing of the kind was sold yet. */
  taxRate: TaxRate.nullable(),
  durationMinutes: z.number().int(),
});
export type ProductDefaults = z.infer<typeof ProductDefaults>;

/** One line of the history of prices, offers, states and sales. */
export const ProductChange = z.object({
  id: Id,
  what: z.enum(['price', 'offer', 'status', 'sale']),
  changedAt: Instant,
  changedBy: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type ProductChange = z.infer<typeof ProductChange>;
