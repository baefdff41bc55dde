import { Temporal } from 'temporal-polyfill';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { rowBuiltOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { type InvoiceNumber, printedNumber, seriesOf } from './invoices.rules.ts';
import { entriesOf, type Posting, valuesOf } from './ledger.store.ts';
import { keepLetterhead } from './letterheads.store.ts';
import { issuerOfMark, type MarkOwner, makeMark, markOwner } from './marks.store.ts';
import type { InvoiceForm, InvoicePaper, KeptPaper } from './paper/paper.ts';
import { countryNames, marksOf } from './paper/said.ts';
import { lockChain, writeRecord } from './records.store.ts';

export type NewInvoice = {
  /**
   * The channel in whose name it is issued, null for whoever runs the site: each has its own mark under
   * each tax id, and series of numbers by year and kind of paper.
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
  const letterheadId = await keepLetterhead(tx);
  const chain = await lockChain(tx, invoice.paper.issuer);
  const issued =
    (await number(tx, { invoice, letterheadId, posting })) ??
    (await markAndNumber(tx, invoice, letterheadId));
  const printed = printedNumber(issued);
  const facts = { ...invoice, id: issued.id, number: printed, issuedAt: issued.issuedAt };
  const { buyer, euro } = invoice.paper;
  // Records are in euro.
  const said = euro && { currency: 'EUR' as const, tax: euro.tax, total: euro.total };
  if (chain) await writeRecord(tx, chain, { ...facts, ...said, buyerTaxId: buyer.taxId });
  return { id: issued.id, number: printed };
}

type Numbered = InvoiceNumber & { id: string; issuedAt: string };

/** The first paper of an issuer, for which its mark is made. Its fact was written by the first try. */
async function markAndNumber(tx: Db, invoice: NewInvoice, letterheadId: string): Promise<Numbered> {
  await makeMark(tx, ownerOf(invoice));
  const issued = await number(tx, { invoice, letterheadId, posting: null });
  if (!issued) throw new Error('no invoice was written');
  return issued;
}

const ownerOf = ({ issuerId, paper }: NewInvoice) => markOwner(issuerId, paper.issuer);

type Taking = { invoice: NewInvoice; letterheadId: string; posting: Posting | null };

/**
 * Takes the next number of its series and writes the invoice; null when its issuer has no mark yet. The
 * fact of the books is written in any case.
 */
async function number(
  tx: Db,
  { invoice, letterheadId, posting }: Taking,
): Promise<Numbered | null> {
  const { paper: _, orderId, ...rest } = invoice;
  const zoned = Temporal.Instant.from(invoice.issuedAt).toZonedDateTimeISO(sessionZone);
  const [issued] = await numbering(tx, {
    ...{ ...rest, ...ownerOf(invoice), ...valuesOf(posting), letterheadId, ofOrder: orderId },
    year: zoned.year,
    series: seriesOf(invoice),
    paper: JSON.stringify(keptPaper(invoice)),
  });
  return issued ?? null;
}

type Numbering = Omit<NewInvoice, 'paper' | 'orderId'> &
  ReturnType<typeof valuesOf> &
  MarkOwner & {
    ofOrder: string;
    year: number;
    series: string;
    /** As JSON. */
    paper: string;
    letterheadId: string;
  };

const numbering = rowBuiltOnce(
  (_: Db, row: Numbering) => sql<Numbered>`
    with posted as (${entriesOf(row)}),
    owner as (select mark from invoice_marks where ${issuerOfMark(row)}),
    taken as (
      insert into invoice_series as s (mark, year, series, last_number, last_issued_at)
      select mark, ${row.year}::int, ${row.series}::text, 1, ${row.issuedAt}::timestamptz from owner
      on conflict (mark, year, series) do update set last_number = s.last_number + 1,
        last_issued_at = greatest(s.last_issued_at, excluded.last_issued_at)
      returning mark, series, last_number, last_issued_at)
    insert into invoices (issuer_id, year, kind, mark, series, number, order_id, rectifies_id,
      language, issued_at, currency, net, tax, total, form, paper, letterhead_id)
    select ${row.issuerId}::uuid, ${row.year}::int, ${row.kind}, mark, series, last_number,
      ${row.ofOrder}::uuid, ${row.rectifiesId}::uuid, ${row.language}, last_issued_at,
      ${row.currency}, ${row.net}::bigint, ${row.tax}::bigint, ${row.total}::bigint, ${row.form},
      ${row.paper}::jsonb, ${row.letterheadId}::uuid
    from taken
    returning id, kind, year, mark, series, number, issued_at as "issuedAt"`,
);

/** What engines change from release to release is kept with the paper. */
const keptPaper = ({ paper, currency, language }: NewInvoice): KeptPaper => ({
  ...paper,
  marks: marksOf(currency, language),
  ...(paper.euro ? { euroMarks: marksOf('EUR', language) } : {}),
  countries: countryNames([paper.issuer.country, paper.buyer.country], language),
});
