/** The tables that only this area writes. */
export const tables = ['affiliates', 'affiliate_clicks'] as const;
