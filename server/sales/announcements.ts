import { fact } from '#server/platform/facts.ts';

/** Said by a job once the buyer was written to: the place for everything that follows a sale. */
export const OrderAcknowledged = fact<{
  orderId: string;
  buyerId: string;
  channelId: string;
  productIds: string[];
}>('order acknowledged');
