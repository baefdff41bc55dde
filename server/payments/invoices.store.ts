import { Temporal } from 'temporal-polyfill';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { rowBuiltOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { printedNumber } from './invoices.rules.ts';
import { entriesOf, type Posting, valuesOf } from './ledger.store.ts';
import { keepLetterhead } from './letterheads.store.ts';
import type { InvoiceForm, InvoicePaper, KeptPaper } from './paper/paper.ts';
import { countryNames, marksOf } from './paper/said.ts';
import { lockChain, writeRecord } from './records.store.ts';

export type NewInvoice = {
  /**
   * The channel in whose name it is issued, null for whoever runs the site: each has its own series, a
   * year and kind each.
   */
  issuerId: string | null;
  kind: 'sale' | 'rectifying';
  orderId: string;
  rectifiesId: string | null;
  language: Language;
  currency: CurrencyCode;
  net: number;
  tax: number;
  total: number;
  form: InvoiceForm;
  /** ISO text; decides the year of the series. Who waited for the series may be dated later. */
  issuedAt: string;
  paper: InvoicePaper;
};

export type IssuedInvoice = { id: string; number: string };

/**
 * Issues an invoice in the caller's transaction, with its record where the issuer's law wants one. The
 * row of its series is locked until that ends, and before it the chain of its records, so numbers have
 * no gaps and follow the order of issue, and no number is dated before a lower one: call it last. If
 * the transaction fails, the number was never given. `posting`: the fact of the books that it is the
 * paper of, where that is written by the same statement.
 */
export async function issueInvoice(
  tx: Db,
  invoice: NewInvoice,
  posting: Posting | null = null,
): Promise<IssuedInvoice> {
  const { issuerId, kind, issuedAt, paper: _, ...rest } = invoice;
  const letterheadId = await keepLetterhead(tx);
  const chain = await lockChain(tx, invoice.paper.issuer);
  const year = Temporal.Instant.from(issuedAt).toZonedDateTimeISO(sessionZone).year;
  const paper = JSON.stringify(keptPaper(invoice));
  const [issued] = await issuing(tx, {
    ...{ ...rest, ...valuesOf(posting), issuerId, year, kind, issuedAt, paper, letterheadId },
    ofOrder: invoice.orderId,
  });
  if (!issued) throw new Error('no invoice was written');
  const number = printedNumber({ kind, year, number: issued.number });
  const facts = { ...invoice, id: issued.id, number, issuedAt: issued.issued_at };
  if (chain) await writeRecord(tx, chain, { ...facts, buyerTaxId: invoice.paper.buyer.taxId });
  return { id: issued.id, number };
}

type Issuing = Omit<NewInvoice, 'paper' | 'orderId'> &
  ReturnType<typeof valuesOf> & {
    ofOrder: string;
    year: number;
    /** As JSON. */
    paper: string;
    letterheadId: string;
  };

const issuing = rowBuiltOnce(
  (_: Db, row: Issuing) => sql<{ id: string; number: number; issued_at: string }>`
    with posted as (${entriesOf(row)}),
    series as (
      insert into invoice_series as s (issuer_id, year, kind, last_number, last_issued_at)
      values (${row.issuerId}, ${row.year}, ${row.kind}, 1, ${row.issuedAt})
      on conflict (issuer_id, year, kind) do update set last_number = s.last_number + 1,
        last_issued_at = greatest(s.last_issued_at, excluded.last_issued_at)
      returning last_number, last_issued_at)
    insert into invoices (issuer_id, year, kind, number, order_id, rectifies_id, language,
      issued_at, currency, net, tax, total, form, paper, letterhead_id)
    select ${row.issuerId}, ${row.year}, ${row.kind}, last_number, ${row.ofOrder},
      ${row.rectifiesId}, ${row.language}, last_issued_at, ${row.currency}, ${row.net}, ${row.tax},
      ${row.total}, ${row.form}, ${row.paper}, ${row.letterheadId}
    from series returning id, number, issued_at`,
);

/** What engines change from release to release is kept with the paper. */
const keptPaper = ({ paper, currency, language }: NewInvoice): KeptPaper => ({
  ...paper,
  marks: marksOf(currency, language),
  countries: countryNames([paper.issuer.country, paper.buyer.country], language),
});
