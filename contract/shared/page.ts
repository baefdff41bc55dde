import { z } from 'zod';
import { Line } from './text.ts';

/** Paging as it stands in the address of every list. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(20),
  q: Line(100).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** One page of a longer list; `total` counts the whole list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number().int().min(0),
    page: z.number().int().min(1),
    size: z.number().int().min(1),
  });
