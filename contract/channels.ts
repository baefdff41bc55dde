import { z } from 'zod';
import { Picture } from './media.ts';
import { Id, Slug } from './shared/ids.ts';

export const channelStates = ['draft', 'in_review', 'published', 'banned'] as const;
export const ChannelState = z.enum(channelStates);
export type ChannelState = z.infer<typeof ChannelState>;

/** What a list or a product page says of a channel. */
export const ChannelBrief = z.object({
  id: Id,
  slug: Slug,
  title: z.string(),
  logo: Picture.nullable(),
});
export type ChannelBrief = z.infer<typeof ChannelBrief>;
