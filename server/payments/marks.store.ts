import { randomInt } from 'node:crypto';
import { plainTaxId } from '#contract/shared/tax-ids.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Party } from './paper/paper.ts';

/** Who issues: a channel (null: whoever runs the site) as one taxable person. */
export type MarkOwner = { issuerId: string | null; country: string; taxId: string };

/** A tax id is one, however it was typed. */
export const markOwner = (
  issuerId: string | null,
  { taxId, country }: Pick<Party, 'taxId' | 'country'>,
): MarkOwner => ({ issuerId, country, taxId: plainTaxId(taxId, country) });

/** SQL: is this row of `invoice_marks` that issuer's? */
export const issuerOfMark = ({ issuerId, country, taxId }: MarkOwner) => sql<boolean>`
  (issuer_id = ${issuerId}::uuid or (${issuerId}::uuid is null and issuer_id is null))
    and country = ${country} and tax_id = ${taxId}`;

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
  owner: MarkOwner,
  draw: () => string = drawMark,
): Promise<void> {
  const { issuerId, country, taxId } = owner;
  const row = { issuer_id: issuerId, country, tax_id: taxId };
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
