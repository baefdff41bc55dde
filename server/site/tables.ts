/** The tables that only this area writes. */
export const tables = ['site_config', 'currency_rates'] as const;
