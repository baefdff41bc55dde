import { fact } from '#server/platform/facts.ts';

export type OrderFact = { orderId: string; buyerId: string; channelId: string };

/** Said while somebody pays: whoever hears it must be quick. */
export const OrderPaid = fact<OrderFact>('order paid');
/** Said by a job once the buyer was written to: the place for everything that can wait. */
export const OrderAcknowledged = fact<OrderFact & { productIds: string[] }>('order acknowledged');
export const OrderExpired = fact<OrderFact>('order expired');
export const OrderRefunded = fact<OrderFact & { whole: boolean; amount: number }>('order refunded');
