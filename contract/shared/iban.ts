import { plainIban } from './iban-text.ts';

/**
 * What an IBAN is, by ISO 13616 and the rules of its country: letters and digits, length, check digits
 * and, where we know it, the check of the account number inside.
 */

/** Lengths by country, as the registry of SWIFT has them. */
const lengths: Record<string, number> = Object.fromEntries(
  [
    'AD24 AE23 AL28 AO25 AT20 AX18 AZ28 BA20 BE16 BF27 BG22 BH22 BI16 BJ28 BL27 BR29 BY28 CF27 CG27',
    'CH21 CI28 CM27 CR22 CV25 CY28 CZ24 DE22 DJ27 DK18 DO28 DZ24 EE20 EG29 ES24 FI18 FO18 FR27 GA27',
    'GB22 GE22 GF27 GI23 GL18 GP27 GQ27 GR27 GT28 GW25 HN28 HR21 HU28 IE22 IL23 IQ23 IR26 IS26 IT27',
    'JO30 KM27 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 MA28 MC27 MD24 ME22 MF27 MG27 MK19 ML28 MQ27',
    'MR27 MT31 MU30 MZ25 NC27 NE28 NI32 NL18 NO15 PF27 PK24 PL28 PM27 PS29 PT25 QA29 RE27 RO24 RS22',
    'SA24 SC31 SE24 SI19 SK24 SM27 SN28 ST25 SV28 TD27 TF27 TG28 TL23 TN24 TR26 UA29 VA22 VG24 WF27',
    'XK20 YT27',
  ]
    .join(' ')
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

/**
 * Countries whose accounts a SEPA transfer reaches: the 41 of the European Payments Council (scope of
 * the schemes, May 2025), with the territories that have letters of their own in an IBAN.
 */
const sepa = new Set(
  [
    'AD AL AT AX BE BG BL CH CY CZ DE DK EE ES FI FR GB GF GI GP GR HR HU IE IS IT LI LT LU LV MC MD',
    'ME MF MK MQ MT NL NO PL PM PT RE RO RS SE SI SK SM VA YT',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Why an IBAN cannot be: `letters`, something that no IBAN contains, or no country and check digits at
 * its head; `country`, one that has no IBANs; `length`, another than its country's; `check_digits`;
 * `account`, its country's own check of the account number.
 */
export const ibanFaults = ['letters', 'country', 'length', 'check_digits', 'account'] as const;
export type IbanFault = (typeof ibanFaults)[number];

/** A, B … as 10, 11 … as ISO 13616 wants them. */
const asDigits = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

/** The remainder by 97 of a number too long for a double. */
function remainder97(digits: string): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}

const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];

/** One control digit of the Spanish CCC over ten digits. */
function controlOf(digits: string): number {
  let sum = 0;
  for (const [at, weight] of weights.entries()) sum += weight * Number(digits[at]);
  const control = 11 - (sum % 11);
  return control < 10 ? control : 11 - control;
}

/** The Spanish account number: bank and branch, two control digits, ten digits of the account. */
export function isCcc(ccc: string): boolean {
  if (!/^\d{20}$/.test(ccc)) return false;
  const controls = `${controlOf(`00${ccc.slice(0, 8)}`)}${controlOf(ccc.slice(10))}`;
  return ccc.slice(8, 10) === controls;
}

/** What is wrong with an IBAN as typed; null when nothing is. */
export function faultOfIban(typed: string): IbanFault | null {
  const iban = plainIban(typed);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return 'letters';
  const country = iban.slice(0, 2);
  const length = lengths[country];
  if (length === undefined) return 'country';
  if (iban.length !== length) return 'length';
  if (remainder97(asDigits(iban.slice(4) + iban.slice(0, 4))) !== 1) return 'check_digits';
  return country === 'ES' && !isCcc(iban.slice(4)) ? 'account' : null;
}

/** Does a SEPA transfer reach the account? It says nothing of whether the IBAN can be. */
export const isInSepa = (iban: string): boolean => sepa.has(plainIban(iban).slice(0, 2));

/** How long IBANs of a country are; undefined for one that has none. */
export const ibanLengthOf = (country: string): number | undefined => lengths[country];
