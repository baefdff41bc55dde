import type { InvoiceBrief } from '#contract/payments.ts';
import type { Seller } from '#server/channels/index.ts';
import {
  findInvoice,
  findPaidWith,
  formOf,
  type InEuro,
  type InvoicePaper,
  type IssuedInvoice,
  inEuro,
  issueInvoice,
  listInvoicesOf,
  type PaidWith,
  type PaperLine,
  type Party,
  type Posting,
  type TaxLine,
  taxesByRate,
  type WholeInvoice,
} from '#server/payments/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { rateToPay } from './euro-rate.ts';
import { isGiven, isPriced, type StoredLine } from './lines/line.ts';
import type { Buyer, LockedSale } from './orders.store.ts';
import type { RefundedLine } from './refunds/refund-by-line.ts';

const buyerParty = ({ name, surname, email, country, billing }: Buyer): Party => ({
  name: billing.company || `${name} ${surname}`.trim(),
  taxId: billing.nif,
  address: billing.address,
  city: billing.city,
  postalCode: billing.postalCode,
  country: billing.country || country,
  email,
});

function issuerParty({ title, billing }: Seller): Party {
  const { name, taxId, address, city, postalCode, country } = billing;
  return { name: name || title, taxId, address, city, postalCode, country, email: '' };
}

/** A part of a bundle is sold with it, and taxed by itself. */
function paperLine(order: LockedSale, line: StoredLine): PaperLine {
  const { bundleLineId, startsAt, taxRate, net, tax, total } = line;
  const bundle = order.lines.find(({ id }) => id === bundleLineId);
  const title = bundle ? `${bundle.title}: ${line.title}` : line.title;
  return { title, startsAt, taxRate, net, tax, total };
}

/** What was supplied: gifts of money have no tax, and no place on an invoice. */
const suppliedIn = ({ lines }: LockedSale): StoredLine[] =>
  lines.filter((line) => isPriced(line) && !isGiven(line));

const sumOf = (lines: readonly PaperLine[], field: 'net' | 'tax' | 'total'): number =>
  lines.reduce((sum, line) => sum + line[field], 0);

function paperOf(order: LockedSale, paidWith: PaidWith | null): InvoicePaper {
  const lines = suppliedIn(order).map((line) => paperLine(order, line));
  return {
    issuer: issuerParty(order.seller),
    buyer: buyerParty(order.buyer),
    lines,
    taxes: taxesByRate(lines),
    orderId: order.id,
    orderNumber: order.number,
    paidWith,
    corrects: null,
  };
}

const headOf = (order: LockedSale, at: string) => {
  const { channelId, id, language, currency } = order;
  return {
    issuerId: channelId,
    orderId: id,
    language,
    currency,
    issuedAt: at,
  };
};

/**
 * The invoice of a sale, in the paying transaction, and with it the fact of the books; null, and that is
 * not written, when nothing in it was sold for money.
 */
export async function issueSaleInvoice(
  tx: Db,
  order: LockedSale,
  { paidWith, posting }: { paidWith: PaidWith; posting: Posting },
): Promise<IssuedInvoice | null> {
  const paper = paperOf(order, paidWith);
  const [net, tax, total] = (['net', 'tax', 'total'] as const).map((field) =>
    sumOf(paper.lines, field),
  ) as [number, number, number];
  if (total === 0) return null;
  const { currency } = order;
  const rate = await rateToPay(tx, order);
  const euro = rate && inEuro(paper.taxes, { currency, rate });
  const euros = currency === 'EUR' ? total : (euro?.total ?? null);
  const invoice = {
    ...headOf(order, posting.at),
    ...{ net, tax, total },
    form: formOf({ euros, buyerTaxId: order.buyer.billing.nif }),
    kind: 'sale',
    rectifiesId: null,
    paper: { ...paper, ...(euro ? { euro } : {}) },
  } as const;
  return issueInvoice(tx, invoice, posting);
}

/** The paper that takes back a sale, or a part of it: the same lines with what was given back. */
export async function issueRectifyingInvoice(
  tx: Db,
  order: LockedSale,
  refund: { paymentId: string; parts: RefundedLine[]; reason: string; at: string },
): Promise<IssuedInvoice | null> {
  const invoices = await listInvoicesOf(tx, order.id);
  const corrected = invoices.find(({ kind }) => kind === 'sale');
  if (!corrected) return null;
  const paper = paperOf(order, await findPaidWith(tx, refund.paymentId));
  // Whoever sold corrects it, whatever the channel's papers say by now.
  const sold = orRefuse(await findInvoice(tx, corrected.id));
  const lines = suppliedIn(order).flatMap((line) => {
    const part = refund.parts.find(({ lineId }) => lineId === line.id);
    return part ? [takenBack(paperLine(order, line), part)] : [];
  });
  if (lines.length === 0) return null;
  const { number, issuedAt, id: rectifiesId, form } = sold;
  const taxes = taxesByRate(lines);
  const euro = await takenBackInEuro(tx, { sold, invoices, taxes });
  return issueInvoice(tx, {
    ...headOf(order, refund.at),
    net: sumOf(lines, 'net'),
    tax: sumOf(lines, 'tax'),
    total: sumOf(lines, 'total'),
    form,
    kind: 'rectifying',
    rectifiesId,
    paper: {
      ...paper,
      issuer: sold.paper.issuer,
      lines,
      taxes,
      ...(euro ? { euro } : {}),
      corrects: { number, issuedAt, reason: refund.reason },
    },
  });
}

/** By the rate of the invoice that is corrected; what was sold without euro is taken back without. */
async function takenBackInEuro(
  tx: Db,
  back: { sold: WholeInvoice; invoices: InvoiceBrief[]; taxes: TaxLine[] },
): Promise<InEuro | null> {
  const { sold, invoices, taxes } = back;
  const { euro: rate } = sold.paper;
  if (!rate) return null;
  const before: { taxes: TaxLine[]; euro: InEuro }[] = [];
  for (const { id } of invoices.filter(({ kind }) => kind === 'rectifying')) {
    const { paper } = orRefuse(await findInvoice(tx, id));
    if (paper.euro) before.push({ taxes: paper.taxes, euro: paper.euro });
  }
  return inEuro(taxes, { currency: sold.currency, rate, before });
}

function takenBack(line: PaperLine, { amount, share }: RefundedLine): PaperLine {
  const tax = share.tax === 0 ? 0 : -share.tax;
  return { ...line, net: -amount - tax, tax, total: -amount };
}
