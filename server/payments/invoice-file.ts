import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { findInvoice } from './invoices.queries.ts';
import { drawInvoice } from './paper/draw-invoice.ts';

/** The PDF of an issued invoice, the same bytes each time. Refuses 404 for an unknown id. */
export async function invoicePdf(invoiceId: string): Promise<Buffer> {
  return drawInvoice(orRefuse(await findInvoice(db(), invoiceId)));
}
