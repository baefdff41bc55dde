import { fact } from '#server/platform/facts.ts';

/** Money of a sale is back with its buyer, whoever gave it back and however; the books say so. */
export const OrderRefunded = fact<{ orderId: string; refundId: string }>('order refunded');

/** Said by a job once the buyers were written to: the place for everything that follows a sale. */
export const OrdersAcknowledged = fact<{
  orders: { orderId: string; buyerId: string; productIds: string[]; ticketsFor: string[] }[];
}>('orders acknowledged');
