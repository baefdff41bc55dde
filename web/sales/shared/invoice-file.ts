import { ordersContract } from '#contract/orders.ts';
import { download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';

/** Downloads an invoice of an order, with no id its first; what goes wrong is said in a notice. */
export const downloadInvoice = (
  orderId: string,
  { number, id }: { number: string; id?: string },
): Promise<void> =>
  download(ordersContract.getInvoiceFile, {
    params: { id: orderId },
    query: id === undefined ? {} : { invoice: id },
    fileName: `${number}.pdf`,
  }).catch(notifyError);
