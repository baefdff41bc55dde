/** The tables that only this area writes. */
export const tables = [
  'orders',
  'order_lines',
  'refunds',
  'refund_lines',
  'session_cancellations',
  'cart_items',
] as const;
