/** The tables that only this area writes. */
export const tables = ['images', 'assets', 'asset_captions'] as const;
