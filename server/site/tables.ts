/** The tables that only this area writes. */
export const tables = ['site_config'] as const;
