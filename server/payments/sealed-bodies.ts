import { seal, unseal } from '#server/platform/secrets.ts';

/**
 * What providers call the cards that they keep, and whose they are: with it money can be asked for. The
 * notices that say it are kept as they came, but for this, which is sealed in them.
 */
const purpose = 'kept means in notices';
const mark = 'sealed:';
/** Redsys and the sandbox say it in these fields; the names of Stripe begin with what they name. */
const fields = ['Ds_Merchant_Identifier', 'Ds_Merchant_Cof_Txnid', 'token'];
const isNameOfStripe = (text: string): boolean => /^(cus|pm)_\w+$/.test(text);

/** A body as it may be kept. */
export const sealedBody = (body: unknown): unknown =>
  mapTexts(body, (text, field) => {
    const isSecret = text !== '' && (fields.includes(field) || isNameOfStripe(text));
    return isSecret ? mark + seal(text, purpose).toString('base64') : text;
  });

/** The body as it came. What was sealed by another installation is left out: nobody can read it here. */
export const openedBody = (body: unknown): unknown =>
  mapTexts(body, (text) => (text.startsWith(mark) ? opened(text.slice(mark.length)) : text));

/** The body without what was sealed in it. */
export const withoutSealed = (body: unknown): unknown =>
  mapTexts(body, (text) => (text.startsWith(mark) ? '' : text));

function opened(text: string): string {
  try {
    return unseal(Buffer.from(text, 'base64'), purpose);
  } catch {
    return '';
  }
}

function mapTexts(
  value: unknown,
  change: (text: string, field: string) => string,
  field = '',
): unknown {
  if (typeof value === 'string') return change(value, field);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, field));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, one]) => [name, mapTexts(one, change, name)]));
}
