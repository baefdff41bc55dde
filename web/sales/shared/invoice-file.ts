import { ordersContract } from '#contract/orders.ts';
import { download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';

/** Downloads the invoice of an order; what goes wrong is said in a notice. */
export const downloadInvoice = (orderId: string, number: string): Promise<void> =>
  download(ordersContract.getInvoiceFile, {
    params: { id: orderId },
    fileName: `${number}.pdf`,
  }).catch(notifyError);
