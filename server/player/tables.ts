/** The tables that only this area writes. */
export const tables = ['playbacks'] as const;
