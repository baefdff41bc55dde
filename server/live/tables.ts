/** The tables that only this area writes. */
export const tables = [
  'broadcasts',
  'encoder_checks',
  'encoder_places',
  'media_nodes',
  'stream_keys',
] as const;
