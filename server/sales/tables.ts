/** The tables that only this area writes. */
export const tables = ['orders', 'order_lines', 'refunds', 'session_cancellations'] as const;
