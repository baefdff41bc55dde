/** The tables that only this area writes. */
export const tables = ['images'] as const;
