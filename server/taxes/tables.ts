/** The tables that only this area writes. */
export const tables = ['tax_rates'] as const;
