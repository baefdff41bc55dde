/**
 * Can this be the number by which the tax office of a country knows somebody? Spain, Portugal and
 * Brazil are checked by their own rules, all others by shape and length alone. `country` is ISO 3166
 * alpha-2, or '' when it is not known. An empty number is none.
 */
export function taxIdCanExist(taxId: string, country: string): boolean {
  const plain = plainTaxId(taxId, country);
  return (national[country] ?? looksLikeOne)(plain);
}

/** A tax id as registers write it: capitals, no blanks and signs between, no country before it. */
export function plainTaxId(taxId: string, country: string): string {
  const plain = taxId.toUpperCase().replaceAll(/[\s./-]/g, '');
  const length = prefixed[country];
  const isPrefixed = plain.length === (length ?? 0) + country.length && plain.startsWith(country);
  return length !== undefined && isPrefixed ? plain.slice(country.length) : plain;
}

/** How long numbers are that are also written with the country before them. */
const prefixed: Record<string, number> = { ES: 9, PT: 9 };

const national: Record<string, (plain: string) => boolean> = {
  ES: (plain) => isSpanishPerson(plain) || isSpanishCompany(plain),
  PT: isPortuguese,
  BR: (plain) => isBrazilianPerson(plain) || isBrazilianCompany(plain),
};

/** Letters and digits, two of them digits at least; some countries have a few signs in theirs. */
const looksLikeOne = (plain: string): boolean =>
  /^[A-Z0-9&*+]{4,20}$/.test(plain) && /\d.*\d/.test(plain);

const controlLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

/**
 * NIF of a person: eight digits and the letter that they give. NIE: X, Y, Z stand for 0, 1, 2. K, L
 * and M stand before the seven digits of those who have neither.
 */
function isSpanishPerson(plain: string): boolean {
  const match = /^(?:(\d{8})|([XYZ])(\d{7})|[KLM](\d{7}))([A-Z])$/.exec(plain);
  if (!match) return false;
  const [, whole, first, rest, short, letter] = match;
  const digits = whole ?? short ?? `${'XYZ'.indexOf(first ?? '')}${rest}`;
  return controlLetters[Number(digits) % 23] === letter;
}

/** NIF of a company (the old CIF): its control is a digit or a letter, by kind of company. */
function isSpanishCompany(plain: string): boolean {
  const match = /^([ABCDEFGHJNPQRSUVW])(\d{7})([0-9A-J])$/.exec(plain);
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

/** The digit that the others give by modulo 11; ten and eleven become 0. */
function controlOf(values: readonly number[], weights: readonly number[]): number {
  const sum = values.reduce((all, value, at) => all + value * (weights[at] ?? 0), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

function isPortuguese(plain: string): boolean {
  if (!/^[1-9]\d{8}$/.test(plain)) return false;
  const digits = [...plain].map(Number);
  return controlOf(digits.slice(0, 8), [9, 8, 7, 6, 5, 4, 3, 2]) === digits[8];
}

/** CPF: two digits of control, the second over the first as well. */
function isBrazilianPerson(plain: string): boolean {
  return /^\d{11}$/.test(plain) && endsInControls(plain, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}

/** CNPJ: like a CPF with other weights; since July 2026 with letters, which count by their code. */
function isBrazilianCompany(plain: string): boolean {
  const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return /^[0-9A-Z]{12}\d{2}$/.test(plain) && endsInControls(plain, weights);
}

/** `weights` are those of the second control; the first has the same without the first of them. */
function endsInControls(plain: string, weights: number[]): boolean {
  const isOneSign = new Set(plain).size === 1;
  const values = [...plain].map((sign) => sign.charCodeAt(0) - '0'.charCodeAt(0));
  const first = controlOf(values.slice(0, -2), weights.slice(1));
  const second = controlOf(values.slice(0, -1), weights);
  return !isOneSign && first === values.at(-2) && second === values.at(-1);
}
