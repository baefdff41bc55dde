/** The pieces of the checkout, for whatever else one pays here. */
export { BillingFields } from '../parts/billing-fields.tsx';
export { downloadInvoice } from '../parts/invoice-file.ts';
export { MySpace } from '../parts/my-space.tsx';
export { PriceTable } from '../parts/order-summary.tsx';
export { PaymentState } from '../parts/payment-state.tsx';
export { PaymentWays } from '../parts/payment-ways.tsx';
export { orderOfReturn } from '../parts/return-of-buyer.ts';
export { Terms } from '../parts/terms.tsx';
export { usePayment } from '../parts/use-payment.ts';
export { usePurchase } from '../parts/use-purchase.ts';
