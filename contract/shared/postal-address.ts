import { z } from 'zod';
import { countryCodes } from './countries.ts';
import {
  countriesWithPostalCodes,
  postalCodeAsWritten,
  postalCodeCanExist,
} from './postal-codes.ts';
import { Line } from './text.ts';

/** ISO 3166 alpha-2 of a country that there is. */
export const Country = z.string().refine((code) => countryCodes.includes(code), 'unknown');

/** Where something is sent to, as the buyer types it. */
export const PostalAddress = z
  .strictObject({
    name: Line(120).min(1, 'required'),
    street: Line(160).min(1, 'required'),
    second: Line(160).default(''),
    city: Line(100).min(1, 'required'),
    postalCode: Line(16).default(''),
    region: Line(100).default(''),
    country: Country,
    phone: Line(30)
      .refine((value) => /^(\+?[\d][\d ().-]{4,28})?$/.test(value), 'not_a_phone')
      .default(''),
  })
  .superRefine(({ country, postalCode }, context) => {
    if (postalCode === '' && countriesWithPostalCodes.includes(country)) {
      context.addIssue({ code: 'custom', path: ['postalCode'], message: 'required' });
    } else if (!postalCodeCanExist(country, postalCode)) {
      context.addIssue({ code: 'custom', path: ['postalCode'], message: 'invalid' });
    }
  })
  .overwrite((address) => ({
    ...address,
    postalCode: postalCodeAsWritten(address.country, address.postalCode),
  }));
export type PostalAddress = z.infer<typeof PostalAddress>;
