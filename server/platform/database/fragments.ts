import { sql } from 'kysely';

/** An instant inside JSON as the contract writes it. `expression` is SQL of our own, never a value. */
export const instantOf = (expression: string) =>
  sql.raw(`to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** For `like`: whatever contains this text. What people type stands for itself, `%` and `_` too. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
