/** The tables that only this area writes. */
export const tables = ['gifts', 'gift_notes'] as const;
