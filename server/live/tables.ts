/** The tables that only this area writes. */
export const tables = [
  'broadcast_outputs',
  'broadcasts',
  'encoder_checks',
  'encoder_places',
  'media_nodes',
  'playout_news',
  'recording_files',
  'stream_keys',
] as const;
