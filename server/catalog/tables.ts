/** The tables that only this area writes. */
export const tables = ['products', 'product_sessions', 'product_changes', 'bundle_parts'] as const;
