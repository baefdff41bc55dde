import { z } from 'zod';

/**
 * What a key of an organizer may open. An endpoint names the scope that opens it; what names none is
 * open to no key. Accounts, passwords, payment settings and administration name none.
 */
export const keyScopes = [
  'read:products',
  'read:sales',
  'read:payouts',
  'read:insights',
  'read:codes',
  'write:codes',
] as const;
export const KeyScope = z.enum(keyScopes);
export type KeyScope = z.infer<typeof KeyScope>;
