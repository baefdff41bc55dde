/** The tables that only this area writes. */
export const tables = ['channels', 'channel_moves'] as const;
