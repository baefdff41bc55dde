import { z } from 'zod';
import { Id } from './ids.ts';
import { Amount, TaxRate } from './money.ts';
import { Line, Lines, SafeWebAddress } from './text.ts';
import { LocalDateTime, sessionZone, TimeZone } from './time.ts';

/** The parts of a product that organizers type as one: price, offer, showing, banner. */
export const bannerAltMax = 160;

/** A price as an organizer types it: net or total; the other is computed with the tax rate. */
export const PriceForm = z.object({
  by: z.enum(['net', 'total']),
  amount: Amount,
  taxRate: TaxRate,
});
export type PriceForm = z.infer<typeof PriceForm>;

/** Valid on [startsAt, endsAt), typed in the session zone; no time means no limit on that side. */
export const OfferForm = z.object({
  by: z.enum(['net', 'total']),
  amount: Amount,
  startsAt: LocalDateTime.nullable().default(null),
  endsAt: LocalDateTime.nullable().default(null),
});
export type OfferForm = z.infer<typeof OfferForm>;

/** Advertising on the page of the product: shown when picture, text and link are there. */
export const BannerForm = z.object({
  pictureId: Id.nullable(),
  alt: Line(bannerAltMax),
  url: SafeWebAddress,
});
export type BannerForm = z.infer<typeof BannerForm>;

/** A showing as an organizer types it: the wall clock of `zone`. */
export const SessionForm = z.object({
  startsAt: LocalDateTime,
  zone: TimeZone.default(sessionZone),
  durationMinutes: z.number().int().min(1).max(1440).default(90),
  capacity: z.number().int().min(1).max(1_000_000).nullable().default(null),
});
export type SessionForm = z.infer<typeof SessionForm>;

/** Why a showing is cancelled, in the organizer's words: its holders read it. */
export const cancelReasonMax = 300;
export const CancellationForm = z.strictObject({ reason: Lines(cancelReasonMax).min(1) });
export type CancellationForm = z.infer<typeof CancellationForm>;
