/**
 * The letters that banks of SEPA pass on (EPC217-08, best practices): a–z, A–Z, digits, blank and
 * / - ? : ( ) . , ' +
 */
export const sepaLetters = /^[a-zA-Z0-9/\-?:().,'+ ]*$/;

/** What has no letter of its own below its marks. */
const asWritten: Record<string, string> = {
  ...{ ß: 's', '&': '+', '€': 'E', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', ł: 'l', Ł: 'L', þ: 'th', Þ: 'TH', ı: 'i' },
  ...{ '’': "'", '‘': "'", '–': '-', '—': '-', _: '-' },
};

const ofOne = (letter: string): string => {
  const known = asWritten[letter];
  if (known !== undefined) return known;
  const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return bare !== '' && sepaLetters.test(bare) ? bare : '.';
};

/** A text as banks take it: marks fall away, what they do not know is a full stop; cut at `most`. */
export function inSepaLetters(text: string, most: number): string {
  const plain = [...text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()].map(ofOne).join('');
  return plain.slice(0, most).trim();
}
