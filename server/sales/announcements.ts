import { fact } from '#server/platform/facts.ts';

/** Said by a job once the buyers were written to: the place for everything that follows a sale. */
export const OrdersAcknowledged = fact<{
  orders: { orderId: string; buyerId: string; productIds: string[] }[];
}>('orders acknowledged');
