import { z } from 'zod';
import { Currency } from './currencies.ts';
import { TaxRate } from './money.ts';

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
});
export type ProductCan = z.infer<typeof ProductCan>;

/** What must still be filled in before a product can leave the draft. */
export const MissingPart = z.enum([
  'shortDescription',
  'pictureId',
  'price',
  'asset',
  'sessions',
  'futureSession',
  'offer',
  'banner',
  'channel',
]);
export type MissingPart = z.infer<typeof MissingPart>;

/** Why an act of `can` is not possible now. */
const Reason = z.enum([
  'incomplete',
  'already',
  'draft',
  'ended',
  'published_once',
  'not_owner',
  'channel_banned',
]);
const ReasonedAct = z.enum(['publish', 'makePrivate', 'withdraw', 'delete', 'duplicate']);
export const Because = z.partialRecord(ReasonedAct, Reason);
export type Because = z.infer<typeof Because>;

/** Where a new product starts from: as the last one of this organizer, else the usual. */
export const ProductDefaults = z.object({
  currency: Currency,
  taxRate: TaxRate,
  durationMinutes: z.number().int(),
});
export type ProductDefaults = z.infer<typeof ProductDefaults>;
