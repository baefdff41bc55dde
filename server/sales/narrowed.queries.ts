import type { SalesQuery, SalesShown } from '#contract/sales.ts';
import { db } from '#server/platform/database/index.ts';

/**
 * How the channel and the product are called to which a list of sales is narrowed down, whether or not any of
 * their sales is on the page. `ownerId`: those of an organizer alone.
 */
export async function narrowedTo(
  { channel, product }: Pick<SalesQuery, 'channel' | 'product'>,
  { ownerId }: { ownerId: string | null },
): Promise<SalesShown> {
  const channels = () =>
    db()
      .selectFrom('channels as c')
      .$if(ownerId !== null, (from) => from.where('c.owner_id', '=', ownerId as string));
  const titled = async (found: {
    executeTakeFirst: () => Promise<{ title: string } | undefined>;
  }) => (await found.executeTakeFirst())?.title ?? null;
  return {
    channel:
      channel === undefined
        ? null
        : await titled(channels().select('c.title').where('c.slug', '=', channel)),
    product:
      product === undefined
        ? null
        : await titled(
            channels()
              .innerJoin('products as p', 'p.channel_id', 'c.id')
              .select('p.title')
              .where('p.slug', '=', product),
          ),
  };
}
