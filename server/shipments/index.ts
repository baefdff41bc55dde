/** The door of `shipments`: stock, what sending costs, and how it is on its way. */
import './jobs.ts';

export { addToShipment, giveBackItem, openShipment } from './follow-order.ts';
export { forgetAddressesOf } from './forget-addresses.ts';
export { shipmentSentMail } from './mails.ts';
export { planShipping, shippingTitle } from './plan-shipping.ts';
export { shipmentOfOrder } from './shipment-of-order.queries.ts';
export type { Destination } from './shipments.store.ts';
export { freeStock, holdStock } from './stock.store.ts';
