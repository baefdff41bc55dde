/** The tables that only this area writes. */
export const tables = [
  'broadcast_outputs',
  'broadcasts',
  'encoder_checks',
  'encoder_places',
  'media_nodes',
  'recording_files',
  'stream_keys',
] as const;
