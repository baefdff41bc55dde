/**
 * A coupon or access code as it is kept, however it was typed: case, spaces and hyphens do not
 * matter. `abcd efgh jkmn` becomes `ABCD-EFGH-JKMN`.
 */
export const codeAsKept = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .match(/.{1,4}/g)
    ?.join('-') ?? '';
