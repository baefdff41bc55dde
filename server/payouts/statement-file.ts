import type { PayoutItem } from '#contract/payouts.ts';
import type { ExportChoice } from '#contract/shared/export.ts';
import type { Language } from '#contract/shared/languages.ts';
import { letterheadOf } from '#server/payments/index.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import {
  amountCell,
  type ExportColumn,
  exportList,
  textCell,
} from '#server/platform/export/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { drawStatement } from './paper/draw-statement.ts';
import { among, say } from './said.ts';
import { findAnyPayout, findPaidTo, listItems, type StatedPayout } from './statement.queries.ts';

type Asking = { actor: Actor; language: Language };
type Item = PayoutItem;

/** The statement of a payment to the actor as PDF; 404 for anybody else's. */
export const statementPdf = async (id: string, { actor, language }: Asking) =>
  pdfOf(orRefuse(await findPaidTo(db(), actor, id)), language);

/** The same for those who make payments; 404 before it is made. */
export async function teamStatementPdf(id: string, { language }: Asking): Promise<FileAnswer> {
  const payout = await findAnyPayout(db(), id);
  return pdfOf(orRefuse(payout?.can.statement ? payout : null), language);
}

async function pdfOf(payout: StatedPayout, language: Language): Promise<FileAnswer> {
  const items = await listItems(db(), payout, { language });
  const head = await inTransaction((tx) => letterheadOf(tx, payout.letterheadId));
  const content = await drawStatement({ payout, items, language, head });
  return { name: `${payout.reference}.pdf`, content };
}

/** The same as a list. */
export const statementList = async (id: string, choice: ExportChoice, asking: Asking) =>
  listOf(orRefuse(await findPaidTo(db(), asking.actor, id)), choice, asking);

/** The same for those who make payments, of any payment. */
export const teamStatementList = async (id: string, choice: ExportChoice, asking: Asking) =>
  listOf(orRefuse(await findAnyPayout(db(), id)), choice, asking);

async function listOf(
  payout: StatedPayout,
  choice: ExportChoice,
  asking: Asking,
): Promise<FileAnswer> {
  const items = await listItems(db(), payout, asking);
  return exportList<Item>(
    { ...asking, choice },
    {
      say,
      names: { file: 'statement.file', sheet: 'statement.title', of: payout.reference },
      columns: (writing) => columnsOf(writing, payout),
      ids: async (most) => items.slice(0, most).map((item) => item.id),
      load: async (ids) => among(items, ids),
    },
  );
}

type Columns = Parameters<Parameters<typeof exportList<Item>>[1]['columns']>[0];

function columnsOf(
  { say: word, moment, head }: Columns,
  { currency, reference }: StatedPayout,
): ExportColumn<Item>[] {
  const sum = (name: 'gross' | 'tax' | 'fee' | 'amount'): ExportColumn<Item> => ({
    head: word(`statement.columns.${name}`),
    cell: (item) => amountCell(item[name], currency),
  });
  return [
    { head: word('statement.reference'), cell: () => textCell(reference), width: 20 },
    { head: head('statement.columns.day'), cell: (item) => moment(item.bookedAt), width: 18 },
    {
      head: word('statement.columns.kind'),
      cell: (item) => textCell(word(`statement.kinds.${item.kind}`)),
    },
    { head: word('statement.columns.title'), cell: (item) => textCell(item.title), width: 32 },
    { head: head('statement.columns.event'), cell: (item) => moment(item.eventAt), width: 18 },
    {
      head: word('statement.columns.order'),
      cell: (item) => textCell(item.orderNumber),
      width: 12,
    },
    { head: word('statement.columns.invoice'), cell: (item) => textCell(item.invoice), width: 18 },
    { head: word('statement.columns.currency'), cell: () => textCell(currency) },
    sum('gross'),
    sum('tax'),
    sum('fee'),
    sum('amount'),
  ];
}
