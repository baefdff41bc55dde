import { z } from 'zod';

/** Why nothing can be sent to an organizer. */
export const payeeFaults = [
  'iban_missing',
  'iban_letters',
  'iban_country',
  'iban_length',
  'iban_check_digits',
  'iban_account',
  'iban_outside_sepa',
  'iban_returned',
  'address_missing',
  'channel_banned',
  'owner_stopped',
] as const;
export const PayeeFault = z.enum(payeeFaults);
export type PayeeFault = z.infer<typeof PayeeFault>;

/** The field of a channel in which an organizer puts it right; of an address that of its first line. */
export const fieldOfFault = (fault: PayeeFault): string =>
  fault === 'address_missing' ? 'businessName' : 'billing.iban';
