import type { InvoiceBrief } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { Db } from '#server/platform/database/index.ts';
import { printedNumber } from './invoices.rules.ts';
import type { InvoiceForm, InvoicePaper } from './paper/paper.ts';

const invoices = (db: Db) =>
  db
    .selectFrom('invoices')
    .select(['id', 'order_id', 'kind', 'year', 'number', 'issued_at', 'currency', 'total']);

type Row = Awaited<ReturnType<ReturnType<typeof invoices>['executeTakeFirstOrThrow']>>;

const asBrief = (row: Row): InvoiceBrief => {
  const kind = row.kind as InvoiceBrief['kind'];
  return {
    id: row.id,
    number: printedNumber({ kind, year: row.year, number: row.number }),
    kind,
    issuedAt: row.issued_at,
    currency: row.currency as CurrencyCode,
    total: row.total,
  };
};

/** The invoices of these orders by order id, the oldest first. One statement. */
export async function invoicesByOrder(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, InvoiceBrief[]>> {
  const found = new Map<string, InvoiceBrief[]>();
  if (orderIds.length === 0) return found;
  const rows = await invoices(db)
    .where('order_id', 'in', [...orderIds])
    .orderBy('id')
    .execute();
  for (const row of rows)
    found.set(row.order_id, [...(found.get(row.order_id) ?? []), asBrief(row)]);
  return found;
}

/** One invoice as it was issued. */
export type WholeInvoice = InvoiceBrief & {
  language: Language;
  form: InvoiceForm;
  net: number;
  tax: number;
  paper: InvoicePaper;
};

export async function findInvoice(db: Db, id: string): Promise<WholeInvoice | null> {
  const row = await invoices(db)
    .select(['language', 'form', 'net', 'tax', 'paper'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...asBrief(row),
    language: row.language as Language,
    form: row.form as InvoiceForm,
    net: row.net,
    tax: row.tax,
    paper: row.paper as InvoicePaper,
  };
}
