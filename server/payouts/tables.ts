/** The tables that only this area writes. */
export const tables = ['payout_runs', 'payouts', 'payout_items', 'payout_leftovers'] as const;
