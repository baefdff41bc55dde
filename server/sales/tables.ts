/** The tables that only this area writes. */
export const tables = [
  'orders',
  'order_lines',
  'refunds',
  'refund_lines',
  'refund_requests',
  'session_cancellations',
  'cart_items',
] as const;
