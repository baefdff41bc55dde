import { randomInt } from 'node:crypto';
import { plainTaxId } from '#contract/shared/tax-ids.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Party } from './paper/paper.ts';

/** Who issues: a channel (null: whoever runs the site) as one taxable person. */
export type Issuer = { issuerId: string | null; issuer: Pick<Party, 'taxId' | 'country'> };

/** SQL: is this row of `invoice_marks` that issuer's? A tax id is one, however it was typed. */
export function issuerOfMark({ issuerId, issuer: { taxId, country } }: Issuer) {
  const channel = issuerId === null ? sql`issuer_id is null` : sql`issuer_id = ${issuerId}`;
  const plain = plainTaxId(taxId, country);
  return sql<boolean>`${channel} and country = ${country} and tax_id = ${plain}`;
}

// No vowels, so that a mark is never a word.
const letters = 'BCDFGHJKLMNPQRSTVWXYZ';
/** By chance: a mark tells nobody how many issuers there are, nor who else has a tax id. */
const drawMark = (): string =>
  Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');

const draws = 50;

/**
 * Gives an issuer its mark, unless somebody at the same instant has done so; a mark that another has is
 * drawn anew. Whoever comes second waits for the first, and finds theirs.
 */
export async function makeMark(
  tx: Db,
  owner: Issuer,
  draw: () => string = drawMark,
): Promise<void> {
  const { issuerId, issuer } = owner;
  const { country } = issuer;
  const row = { issuer_id: issuerId, country, tax_id: plainTaxId(issuer.taxId, country) };
  for (let drawn = 0; drawn < draws; drawn += 1) {
    await tx
      .insertInto('invoice_marks')
      .values({ ...row, mark: draw() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const own = tx.selectFrom('invoice_marks').select('mark').where(issuerOfMark(owner));
    if (await own.executeTakeFirst()) return;
  }
  throw new Error(`no mark was free in ${draws} draws`);
}
