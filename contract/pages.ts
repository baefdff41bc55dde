import { z } from 'zod';
import { ProductCard } from './catalog.ts';
import { ChannelCard } from './channels.ts';
import { endpoint } from './endpoint.ts';

/** Everything that the home page shows, in one answer. Empty lists are left out on the screen. */
export const HomePage = z.object({
  /** The product that an administrator features; else one that is on, begins next, or is newest. */
  hero: ProductCard.nullable(),
  featuredChannel: ChannelCard.nullable(),
  live: z.array(ProductCard),
  upcoming: z.array(ProductCard),
  recent: z.array(ProductCard),
  free: z.array(ProductCard),
  channels: z.array(ChannelCard),
});
export type HomePage = z.infer<typeof HomePage>;

/** Who runs this installation, for the legal page; an empty text is not shown. */
export const Operator = z.object({
  name: z.string(),
  taxId: z.string(),
  address: z.string(),
  email: z.string(),
});
export type Operator = z.infer<typeof Operator>;

export const pagesContract = {
  getHome: endpoint({
    method: 'GET',
    path: '/api/home',
    who: 'public',
    summary: 'Everything that the home page shows',
    answer: HomePage,
  }),
  getOperator: endpoint({
    method: 'GET',
    path: '/api/operator',
    who: 'public',
    summary: 'Who runs this installation',
    answer: Operator,
  }),
};
