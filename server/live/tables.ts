/** The tables that only this area writes. */
export const tables = ['broadcasts', 'encoder_checks', 'stream_keys'] as const;
