import type { InEuro } from '../euro.rules.ts';
import type { TaxLine } from '../invoices.rules.ts';
import type { MoneyMarks } from './said.ts';

export type InvoiceForm = 'simplified' | 'full';

export type Party = {
  name: string;
  taxId: string;
  address: string;
  city: string;
  postalCode: string;
  country: string;
  email: string;
};

export type PaperLine = {
  title: string;
  /** Start of the showing, ISO text; null for what has no date. */
  startsAt: string | null;
  taxRate: number;
  net: number;
  tax: number;
  total: number;
};

/** Everything that an invoice shows, frozen when it is issued. Amounts in minor units. */
export type InvoicePaper = {
  issuer: Party;
  buyer: Party;
  lines: PaperLine[];
  taxes: TaxLine[];
  /** Of a paper in another currency whose issuer's law wants it: its sums in euro, and by which rate. */
  euro?: InEuro;
  orderId: string;
  /** By what people name the order; papers of before orders had such a number have none. */
  orderNumber?: string;
  /** How it was paid; the last four digits of a card. */
  paidWith: { provider: string; lastFour: string } | null;
  /** What a correction corrects, and why. */
  corrects: { number: string; issuedAt: string; reason: string } | null;
};

/**
 * The paper as it is kept: also how sums were written that day, and what countries were called.
 * Papers of before these were kept have neither: they are written as of today.
 */
export type KeptPaper = InvoicePaper & {
  marks?: MoneyMarks;
  euroMarks?: MoneyMarks;
  countries?: Record<string, string>;
};
