import { cartContract } from '#contract/cart.ts';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { siteOrdersContract } from '#contract/site-subscription.ts';
import { soldOrderContract } from '#contract/sold-order.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { db } from '#server/platform/database/index.ts';
import { mount } from '#server/platform/http/mount.ts';
import { countCart } from './cart/cart.queries.ts';
import { addToCart, changeCart, removeFromCart } from './cart/change-cart.ts';
import { getCart, getCartCheckout } from './cart/read-cart.ts';
import { useCodeInCart } from './cart/use-code.ts';
import { cancelOrder } from './close-order.ts';
import { exportAllSales, exportSales } from './export-sales.ts';
import { getMonthCheckout, getSubscribeCheckout, orderMonth } from './months/order-month.ts';
import { sayCharged } from './months/say-charged.ts';
import { subscribe, subscribeToSite } from './months/subscribe.ts';
import { getCheckout, getMine, listMyTickets } from './my-tickets.queries.ts';
import { narrowedTo } from './narrowed.queries.ts';
import { getInvoiceFile, getOrder, listMyOrders } from './orders.queries.ts';
import { answerBank, backFromProvider, payOrder } from './pay-order.ts';
import { askForRefund, recommendRefund, refuseRefund } from './refunds/ask-for-refund.ts';
import { previewRefund, refundOrder } from './refunds/refund-order.ts';
import { askRefundAgain, returnOtherwise } from './refunds/settle-stranded.ts';
import { resendLetter } from './resend-letter.ts';
import { listAllSales, listSales } from './sales.queries.ts';
import { getCancellation } from './show-cancellation.ts';
import { getSale } from './sold-order.queries.ts';
import { startOrder } from './start-order.ts';

export const ordersRoutes = mount(ordersContract, {
  startOrder: ({ actor, body, idempotencyKey, language }) =>
    startOrder(actor, { key: idempotencyKey, form: body, language }),
  getOrder: ({ actor, params, language }) => getOrder(actor, params.id, language),
  payOrder: ({ actor, params, body }) => payOrder(actor, params.id, body),
  comeBack: ({ actor, params, body }) => backFromProvider(actor, params.id, body.notice),
  confirmPayment: ({ actor, params, body }) => answerBank(actor, params.id, body.approve),
  resendLetter: ({ actor, params }) => resendLetter(actor, params.id),
  decideCharge: ({ actor, params, body }) => sayCharged(actor, params.id, body.took),
  cancelOrder: ({ actor, params }) => cancelOrder(actor, params.id),
  getInvoiceFile: ({ actor, params, query }) => getInvoiceFile(actor, params.id, query.invoice),
  listMyOrders: ({ actor, language, query }) => listMyOrders({ actor, language }, query),
});

export const cartRoutes = mount(cartContract, {
  getCart: ({ actor }) => getCart(actor),
  countCart: ({ actor }) => countCart(db(), actor.id),
  getCartCheckout: ({ actor, query }) => getCartCheckout(actor, query),
  addToCart: ({ actor, body }) => addToCart(actor, body),
  useCodeInCart: ({ actor, body }) => useCodeInCart(actor, body.code),
  changeCart: ({ actor, params, body }) => changeCart(actor, params.id, body),
  removeFromCart: ({ actor, params }) => removeFromCart(actor, params.id),
});

export const salesRoutes = mount(salesContract, {
  getMine: ({ actor, params }) => getMine(actor, params.slug),
  getCheckout: ({ actor, params, query }) => getCheckout(actor, params.slug, query.code),
  getCancellation: ({ actor, params }) => getCancellation(actor, params),
  listMyTickets: ({ actor, query }) => listMyTickets(actor, query),
  listSales: ({ actor, language, query }) => listSales({ actor, language }, query),
  nameMySalesShown: ({ actor, query }) => narrowedTo(query, { ownerId: actor.id }),
  nameSalesShown: ({ query }) => narrowedTo(query, { ownerId: null }),
  exportSales: ({ actor, query, language }) => exportSales(query, { actor, language }),
  exportAllSales: ({ actor, query, language }) => exportAllSales(query, { actor, language }),
  listAllSales: ({ actor, language, query }) => listAllSales({ actor, language }, query),
});

export const soldOrderRoutes = mount(soldOrderContract, {
  getSoldOrder: ({ actor, params, language }) => getSale({ actor, language }, params.id),
});

export const refundsRoutes = mount(refundsContract, {
  previewRefund: ({ actor, params, query }) => previewRefund(actor, params.id, query),
  refundOrder: ({ actor, params, body, idempotencyKey }) =>
    refundOrder(actor, params.id, { key: idempotencyKey, form: body }),
  askForRefund: ({ actor, params, body }) => askForRefund(actor, params.id, body.reason),
  recommendRefund: ({ actor, params }) => recommendRefund(actor, params.id),
  refuseRefund: ({ actor, params, body }) => refuseRefund(actor, params.id, body.answer),
  askRefundAgain: ({ actor, params }) => askRefundAgain(actor, params.id),
  returnOtherwise: ({ actor, params }) => returnOtherwise(actor, params.id),
});

export const monthsRoutes = mount(subscriptionOrdersContract, {
  getSubscribeCheckout: ({ actor, params }) =>
    getSubscribeCheckout(actor, { channel: params.slug }),
  subscribe: ({ actor, params, body, idempotencyKey, language }) =>
    subscribe(actor, params.slug, { key: idempotencyKey, form: body, language }),
  getMonthCheckout: ({ actor, params }) => getMonthCheckout(actor, params.id),
  orderMonth: ({ actor, params, body, idempotencyKey, language }) =>
    orderMonth(actor, params.id, { key: idempotencyKey, form: body, language }),
});

export const siteOrdersRoutes = mount(siteOrdersContract, {
  getSiteCheckout: ({ actor }) => getSubscribeCheckout(actor, 'site'),
  subscribeToSite: ({ actor, body, idempotencyKey, language }) =>
    subscribeToSite(actor, { key: idempotencyKey, form: body, language }),
});
