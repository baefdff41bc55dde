/** The tables that only this area writes. */
export const tables = ['broadcasts', 'stream_keys'] as const;
