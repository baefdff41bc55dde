/** The tables that only this area writes. */
export const tables = ['donation_offers', 'support_setting'] as const;
