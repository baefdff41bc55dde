import { z } from 'zod';

/** USER watches and buys, PRODUCER organizes, ADMIN runs the site, PRESS reads the press area. */
export const roles = ['USER', 'PRODUCER', 'ADMIN', 'PRESS'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;
