import { salesContract } from '#contract/sales.ts';
import { download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';

/** Downloads the invoice of an order; what goes wrong is said in a notice. */
export const downloadInvoice = (orderId: string, number: string): Promise<void> =>
  download(salesContract.getInvoiceFile, {
    params: { id: orderId },
    fileName: `${number}.pdf`,
  }).catch(notifyError);
