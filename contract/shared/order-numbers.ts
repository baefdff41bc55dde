import { z } from 'zod';

/** By what people name an order: two groups of digits and consonants, without 0, 1 and L. */
export const OrderNumber = z.string().regex(/^[2-9BCDFGHJKMNP-TV-Z]{4}-[2-9BCDFGHJKMNP-TV-Z]{4}$/);

/** The number of an order that somebody typed, in whatever case, with or without its dash; null: it is none. */
export function orderNumberIn(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return OrderNumber.safeParse(`${letters.slice(0, 4)}-${letters.slice(4)}`).data ?? null;
}
