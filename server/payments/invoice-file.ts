import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { findInvoice } from './invoices.queries.ts';
import { letterheadOf } from './letterheads.store.ts';
import { drawInvoice } from './paper/draw-invoice.ts';

/**
 * The PDF of an issued invoice, the same bytes each time: nothing in it follows the settings of the
 * site. Refuses 404 for an unknown id.
 */
export async function invoicePdf(invoiceId: string): Promise<Buffer> {
  const invoice = orRefuse(await findInvoice(db(), invoiceId));
  const head = await inTransaction((tx) => letterheadOf(tx, invoice.letterheadId));
  return drawInvoice(invoice, head);
}
