import type { Seller } from '#server/channels/index.ts';
import {
  findInvoice,
  findPaidWith,
  formOf,
  type InvoicePaper,
  type IssuedInvoice,
  issueInvoice,
  listInvoicesOf,
  type PaidWith,
  type PaperLine,
  type Party,
  type Posting,
  taxesByRate,
} from '#server/payments/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
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
    paidWith,
    corrects: null,
  };
}

const headOf = (order: LockedSale, at: string) => {
  const { channelId, id, language, currency, buyer } = order;
  const total = suppliedIn(order).reduce((sum, line) => sum + line.total, 0);
  return {
    issuerId: channelId,
    orderId: id,
    language,
    currency,
    issuedAt: at,
    form: formOf({ total, currency, buyerTaxId: buyer.billing.nif }),
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
  const amounts = { net, tax, total };
  const head = { ...headOf(order, posting.at), kind: 'sale', rectifiesId: null } as const;
  return issueInvoice(tx, { ...head, ...amounts, paper }, posting);
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
  const { issuer } = orRefuse(await findInvoice(tx, corrected.id)).paper;
  const lines = suppliedIn(order).flatMap((line) => {
    const part = refund.parts.find(({ lineId }) => lineId === line.id);
    return part ? [takenBack(paperLine(order, line), part)] : [];
  });
  if (lines.length === 0) return null;
  const { number, issuedAt, id: rectifiesId } = corrected;
  return issueInvoice(tx, {
    ...headOf(order, refund.at),
    net: sumOf(lines, 'net'),
    tax: sumOf(lines, 'tax'),
    total: sumOf(lines, 'total'),
    kind: 'rectifying',
    rectifiesId,
    paper: {
      ...paper,
      issuer,
      lines,
      taxes: taxesByRate(lines),
      corrects: { number, issuedAt, reason: refund.reason },
    },
  });
}

function takenBack(line: PaperLine, { amount, share }: RefundedLine): PaperLine {
  const tax = share.tax === 0 ? 0 : -share.tax;
  return { ...line, net: -amount - tax, tax, total: -amount };
}
