/** Plausibility of papers: what does not fit is said as a warning, never refused. */

/** A, B … as 10, 11 … as the check of ISO 13616 wants them. */
const asDigits = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

/** The remainder by 97 of a number too long for a double. */
function remainder97(digits: string): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}

/** Lengths where organizers mostly bank; other countries pass with any length. */
const ibanLengths: Record<string, number> = {
  AD: 24,
  AT: 20,
  BE: 16,
  CH: 21,
  DE: 22,
  ES: 24,
  FR: 27,
  GB: 22,
  IE: 22,
  IT: 27,
  NL: 18,
  PL: 28,
  PT: 25,
  BR: 29,
};

/** Is this an IBAN that can exist: country, length and the two check digits (mod 97 = 1)? */
export function ibanIsPlausible(iban: string): boolean {
  const text = iban.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  const length = ibanLengths[text.slice(0, 2)];
  if (length !== undefined && text.length !== length) return false;
  return remainder97(asDigits(text.slice(4) + text.slice(0, 4))) === 1;
}

const controlLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** NIF of a person: eight digits and the letter that they give. NIE: X, Y, Z stand for 0, 1, 2. */
function isPersonalTaxId(text: string): boolean {
  const match = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(text);
  if (!match) return false;
  const [, first = '', digits = '', letter] = match;
  if (digits.length !== (first ? 7 : 8)) return false;
  const number = Number((first ? 'XYZ'.indexOf(first) : '') + digits);
  return controlLetters[number % 23] === letter;
}

/** NIF of a company (the old CIF): its control is a digit or a letter, by kind of company. */
function isCompanyTaxId(text: string): boolean {
  const match = /^([ABCDEFGHJNPQRSUVW])(\d{7})([0-9A-J])$/.exec(text);
  if (!match) return false;
  const [, kind = '', digits = '', control = ''] = match;
  let sum = 0;
  [...digits].forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  });
  const number = (10 - (sum % 10)) % 10;
  const letter = 'JABCDEFGHI'[number];
  if ('NPQRSW'.includes(kind)) return control === letter;
  if ('ABEH'.includes(kind)) return control === String(number);
  return control === String(number) || control === letter;
}

/** Does a Spanish tax id add up? Spaces, dots and hyphens do not count, nor a leading `ES`. */
export function spanishTaxIdIsPlausible(taxId: string): boolean {
  const text = taxId
    .toUpperCase()
    .replaceAll(/[\s.-]/g, '')
    .replace(/^ES(?=.{9}$)/, '');
  return isPersonalTaxId(text) || isCompanyTaxId(text);
}
