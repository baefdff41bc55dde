import { roomOf, showChanged } from '#server/chat/index.ts';
import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { tell } from '#server/platform/live.ts';

/** Something about a show has changed: whoever is in its room looks again, each in their own moment. */
export function playbackChanged(tx: Db, productId: string): void {
  afterCommit(tx, () => {
    showChanged(productId);
    tell(roomOf(productId), 'playback:changed', { productId });
  });
}
