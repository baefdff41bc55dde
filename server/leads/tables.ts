/** The tables that only this area writes. */
export const tables = ['leads', 'lead_letters', 'lead_coupons', 'waiting_places'] as const;
