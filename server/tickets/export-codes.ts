import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Coupon, CouponCodeState } from '#contract/tickets.ts';
import { amountCell, exportList, textCell, type Writing } from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { wordsOf } from '#server/platform/words.ts';
import { codeStatesOf, codesOfBatch, getCoupon } from './coupons.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

type Asking = { actor: Actor; language: Language; choice: ExportChoice };
type Row = { id: string; state: CouponCodeState };

/** Every code of a batch with its state, and what it is for, in the reader's language. */
export async function exportCodes(couponId: string, asking: Asking): Promise<FileAnswer> {
  const coupon = await getCoupon(asking.actor, couponId);
  return exportList<Row>(asking, {
    say,
    names: { file: 'export.file', sheet: 'export.sheet' },
    columns: (writing) => columnsOf(coupon, writing),
    ids: (most) => codesOfBatch(coupon.id, most),
    load: (ids) => codeStatesOf(coupon.id, ids),
  });
}

const columnsOf = (
  { product, session, total, currency, validUntil }: Coupon,
  { say: word, moment, head }: Writing,
) => [
  { head: word('export.code'), cell: ({ id }: Row) => textCell(id), width: 16 },
  {
    head: word('export.state'),
    cell: ({ state }: Row) => textCell(word(`export.states.${state}`)),
  },
  { head: word('export.product'), cell: () => textCell(product.title), width: 32 },
  // Left empty by codes that are for every showing.
  { head: head('export.show'), cell: () => moment(session?.startsAt ?? null), width: 18 },
  { head: word('export.price'), cell: () => amountCell(total, currency) },
  { head: word('export.currency'), cell: () => textCell(currency) },
  { head: head('export.validUntil'), cell: () => moment(validUntil), width: 18 },
];
