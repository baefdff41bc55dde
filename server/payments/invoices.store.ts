import { Temporal } from 'temporal-polyfill';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { type InvoiceNumber, printedNumber, seriesOf } from './invoices.rules.ts';
import { keepLetterhead } from './letterheads.store.ts';
import { issuerOfMark, makeMark } from './marks.store.ts';
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
 * the transaction fails, the number was never given.
 */
export async function issueInvoice(tx: Db, invoice: NewInvoice): Promise<IssuedInvoice> {
  const letterheadId = await keepLetterhead(tx);
  const chain = await lockChain(tx, invoice.paper.issuer);
  const issued =
    (await number(tx, invoice, letterheadId)) ?? (await markAndNumber(tx, invoice, letterheadId));
  const printed = printedNumber(issued);
  const facts = { ...invoice, id: issued.id, number: printed, issuedAt: issued.issuedAt };
  const { buyer, euro } = invoice.paper;
  // Records are in euro.
  const said = euro && { currency: 'EUR' as const, tax: euro.tax, total: euro.total };
  if (chain) await writeRecord(tx, chain, { ...facts, ...said, buyerTaxId: buyer.taxId });
  return { id: issued.id, number: printed };
}

type Numbered = InvoiceNumber & { id: string; issuedAt: string };

/** The first paper of an issuer, for which its mark is made. */
async function markAndNumber(tx: Db, invoice: NewInvoice, letterheadId: string): Promise<Numbered> {
  await makeMark(tx, { issuerId: invoice.issuerId, issuer: invoice.paper.issuer });
  const issued = await number(tx, invoice, letterheadId);
  if (!issued) throw new Error('no invoice was written');
  return issued;
}

/** Takes the next number of its series and writes the invoice; null when its issuer has no mark yet. */
async function number(tx: Db, invoice: NewInvoice, letterheadId: string): Promise<Numbered | null> {
  const { issuerId, kind, issuedAt } = invoice;
  const year = Temporal.Instant.from(issuedAt).toZonedDateTimeISO(sessionZone).year;
  const { rows } = await sql<Numbered>`
    with owner as (
      select mark from invoice_marks where ${issuerOfMark({ issuerId, issuer: invoice.paper.issuer })}),
    taken as (
      insert into invoice_series as s (mark, year, series, last_number, last_issued_at)
      select mark, ${year}, ${seriesOf(invoice)}, 1, ${issuedAt} from owner
      on conflict (mark, year, series) do update set last_number = s.last_number + 1,
        last_issued_at = greatest(s.last_issued_at, excluded.last_issued_at)
      returning mark, series, last_number, last_issued_at)
    insert into invoices (issuer_id, year, kind, mark, series, number, order_id, rectifies_id,
      language, issued_at, currency, net, tax, total, form, paper, letterhead_id)
    select ${issuerId}, ${year}, ${kind}, mark, series, last_number, ${invoice.orderId},
      ${invoice.rectifiesId}, ${invoice.language}, last_issued_at, ${invoice.currency},
      ${invoice.net}, ${invoice.tax}, ${invoice.total}, ${invoice.form},
      ${JSON.stringify(keptPaper(invoice))}, ${letterheadId}
    from taken
    returning id, kind, year, mark, series, number, issued_at as "issuedAt"`.execute(tx);
  return rows[0] ?? null;
}

/** What engines change from release to release is kept with the paper. */
const keptPaper = ({ paper, currency, language }: NewInvoice): KeptPaper => ({
  ...paper,
  marks: marksOf(currency, language),
  ...(paper.euro ? { euroMarks: marksOf('EUR', language) } : {}),
  countries: countryNames([paper.issuer.country, paper.buyer.country], language),
});
