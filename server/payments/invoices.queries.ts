import type { InvoiceBrief } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { type InvoiceSeries, printedNumber } from './invoices.rules.ts';
import type { InvoiceForm, KeptPaper } from './paper/paper.ts';

const invoices = (db: Db) =>
  db
    .selectFrom('invoices')
    .select(['id', 'kind', 'year', 'number', 'mark', 'series', 'issued_at', 'currency', 'total']);

type Row = {
  id: string;
  kind: string;
  year: number;
  number: number;
  mark: string | null;
  series: string | null;
  issued_at: string;
  currency: string;
  total: number;
};

const asBrief = (row: Row): InvoiceBrief => {
  const kind = row.kind as InvoiceBrief['kind'];
  return {
    id: row.id,
    number: printedNumber({ ...row, kind, series: row.series as InvoiceSeries | null }),
    kind,
    issuedAt: row.issued_at,
    currency: row.currency as CurrencyCode,
    total: row.total,
  };
};

/**
 * The invoices of a joined order as one value, the oldest first, for `invoiceBriefs`. `order` names
 * the column with its id.
 */
export const invoicesOf = (order: string) =>
  sql<Row[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind,
      'year', i.year, 'number', i.number, 'mark', i.mark, 'series', i.series, 'issued_at', ${instantOf('i.issued_at')},
      'currency', i.currency, 'total', i.total) order by i.id), '[]')
    from invoices i where i.order_id = ${sql.ref(order)})`;

/** What `invoicesOf` has found, as screens and letters know it. */
export const invoiceBriefs = (rows: Row[]): InvoiceBrief[] => rows.map(asBrief);

/** The invoices of one order, the oldest first. */
export const listInvoicesOf = async (db: Db, orderId: string): Promise<InvoiceBrief[]> =>
  invoiceBriefs(await invoices(db).where('order_id', '=', orderId).orderBy('id').execute());

/** One invoice as it was issued. */
export type WholeInvoice = InvoiceBrief & {
  language: Language;
  form: InvoiceForm;
  net: number;
  tax: number;
  paper: KeptPaper;
  /** Null for those issued before heads were kept. */
  letterheadId: string | null;
  /** The code that papers of Spain show, and whether they promise that the tax agency knows of them. */
  code: { address: string; isVerifiable: boolean } | null;
};

const codeOf = sql<WholeInvoice['code']>`(
  select jsonb_build_object('address', r.qr, 'isVerifiable', r.is_verifiable)
  from invoice_records r where r.invoice_id = invoices.id)`;

export async function findInvoice(db: Db, id: string): Promise<WholeInvoice | null> {
  const row = await invoices(db)
    .select(['language', 'form', 'net', 'tax', 'paper', 'letterhead_id', codeOf.as('code')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...asBrief(row),
    language: row.language as Language,
    form: row.form as InvoiceForm,
    net: row.net,
    tax: row.tax,
    paper: row.paper as KeptPaper,
    letterheadId: row.letterhead_id,
    code: row.code,
  };
}
