import { z } from 'zod';
import { PriceNow, ProductCard, ProductStatus, Session } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { Id, Slug, SlugParams } from './shared/ids.ts';
import { Line } from './shared/text.ts';

export const fewestParts = 2;
export const mostParts = 10;

const PartForm = z.strictObject({
  productSlug: Slug,
  /** Which showing, of a product that has several; null: it has none, or the only one. */
  sessionId: Id.nullable().default(null),
});
export const PartsForm = z.strictObject({
  parts: z.array(PartForm).min(fewestParts).max(mostParts),
});
export type PartsForm = z.infer<typeof PartsForm>;

/** What is inside a bundle, as everybody may see it. */
export const Bundle = z.object({
  parts: z.array(
    z.object({
      product: ProductCard,
      session: Session.nullable(),
      /** Can a ticket for it be had now? */
      open: z.boolean(),
    }),
  ),
  /** What the parts cost one by one, in minor units. */
  apart: z.number().int(),
  /** By how much the bundle is cheaper; 0 when it is not. */
  saved: z.number().int(),
});
export type Bundle = z.infer<typeof Bundle>;

/** What a bundle consists of, and what else its organizer could put into it. */
export const OwnBundle = z.object({
  parts: z.array(PartForm),
  choices: z.array(
    z.object({
      slug: Slug,
      title: z.string(),
      status: ProductStatus,
      price: PriceNow,
      sessions: z.array(Session.pick({ id: true, startsAt: true })),
    }),
  ),
  currency: Currency,
  can: z.object({ edit: z.boolean() }),
});
export type OwnBundle = z.infer<typeof OwnBundle>;

const lost = 'SERVER_ERROR_NOT_FOUND';

export const bundlesContract = {
  getBundle: endpoint({
    method: 'GET',
    path: '/api/products/:slug/parts',
    who: 'public',
    summary: 'What is inside a bundle and what it saves, for those who see its page',
    params: SlugParams,
    query: z.object({ code: Line(40).optional() }),
    answer: Bundle,
    errors: [lost],
  }),
  getOwnBundle: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/parts',
    who: 'producer',
    summary: 'What a bundle of mine consists of, and my products that could be put into it',
    params: SlugParams,
    answer: OwnBundle,
    errors: [lost],
  }),
  saveBundle: endpoint({
    method: 'PUT',
    path: '/api/desk/products/:slug/parts',
    who: 'producer',
    summary: 'Two to ten products of mine in the same currency; orders that stand keep theirs',
    params: SlugParams,
    body: PartsForm,
    answer: OwnBundle,
    errors: [lost],
  }),
};
