/** The door of `sales`: orders, what follows a payment, and who sold what. */
import './jobs.ts';

export {
  OrderAcknowledged,
  OrderExpired,
  type OrderFact,
  OrderPaid,
  OrderRefunded,
} from './announcements.ts';
export { expireOrders } from './close-order.ts';
export { payOrder } from './pay-order.ts';
export { settleRefund } from './refund-order.ts';
export { returnMoney, settleOrder } from './settle-order.ts';
export { type Show, showsByIds } from './shows.queries.ts';
export { startOrder } from './start-order.ts';
export { tellOfDifferences } from './tell-administrators.ts';
