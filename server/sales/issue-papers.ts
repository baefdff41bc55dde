import type { Seller } from '#server/channels/index.ts';
import {
  findPaidWith,
  formOf,
  type InvoicePaper,
  type IssuedInvoice,
  issueInvoice,
  listInvoicesOf,
  type PaidWith,
  type Party,
  type RefundShare,
  taxesByRate,
} from '#server/payments/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { Buyer, LockedSale } from './orders.store.ts';

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

function paperOf(order: LockedSale, paidWith: PaidWith | null): InvoicePaper {
  const lines = order.lines.map(({ title, startsAt, taxRate, net, tax, total }) => ({
    title,
    startsAt,
    taxRate,
    net,
    tax,
    total,
  }));
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

const headOf = ({ channelId, id, language, currency, total, buyer }: LockedSale, at: string) => ({
  issuerId: channelId,
  orderId: id,
  language,
  currency,
  issuedAt: at,
  form: formOf({ total, currency, buyerTaxId: buyer.billing.nif }),
});

/** The invoice of a sale, in the paying transaction. */
export async function issueSaleInvoice(
  tx: Db,
  order: LockedSale,
  { paidWith, at }: { paidWith: PaidWith; at: string },
): Promise<IssuedInvoice> {
  const paper = paperOf(order, paidWith);
  const { net, tax, total } = order;
  const amounts = { net, tax, total };
  return issueInvoice(tx, {
    ...headOf(order, at),
    ...amounts,
    kind: 'sale',
    rectifiesId: null,
    paper,
  });
}

/** The paper that takes back a sale, or a part of it: the same lines with what was given back. */
export async function issueRectifyingInvoice(
  tx: Db,
  order: LockedSale,
  refund: { paymentId: string; amount: number; share: RefundShare; reason: string; at: string },
): Promise<IssuedInvoice | null> {
  const invoices = await listInvoicesOf(tx, order.id);
  const corrected = invoices.find(({ kind }) => kind === 'sale');
  if (!corrected) return null;
  const paper = paperOf(order, await findPaidWith(tx, refund.paymentId));
  const total = -refund.amount;
  const tax = refund.share.tax === 0 ? 0 : -refund.share.tax;
  const net = total - tax;
  const line = { ...(paper.lines[0] ?? emptyLine), net, tax, total };
  const { number, issuedAt, id: rectifiesId } = corrected;
  return issueInvoice(tx, {
    ...headOf(order, refund.at),
    net,
    tax,
    total,
    kind: 'rectifying',
    rectifiesId,
    paper: {
      ...paper,
      lines: [line],
      taxes: taxesByRate([line]),
      corrects: { number, issuedAt, reason: refund.reason },
    },
  });
}

const emptyLine = { title: '', startsAt: null, taxRate: 0, net: 0, tax: 0, total: 0 };
