import { z } from 'zod';

export const Id = z.uuid();
/** Lower-case ASCII words joined by single hyphens: what stands in an address. */
export const Slug = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
export const SlugParams = z.object({ slug: Slug });
export const IdParams = z.object({ id: Id });
