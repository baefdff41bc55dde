import type { ChannelState } from '#contract/channels.ts';

/**
 * Where something new begins, of an organizer's channels as they are listed: in the one that somebody
 * comes from, else in the first that is published, else in the first. Null when there is none.
 */
export function firstChannel<C extends { slug: string; state: ChannelState }>(
  channels: readonly C[],
  comesFrom: string | null,
): C | null {
  const asked = channels.find(({ slug }) => slug === comesFrom);
  return asked ?? channels.find(({ state }) => state === 'published') ?? channels[0] ?? null;
}
