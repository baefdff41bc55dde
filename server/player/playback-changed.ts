import { PlayerFollow, type PlayerSaid } from '#contract/player.ts';
import { showChanged } from '#server/chat/index.ts';
import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { type LiveSocket, type SocketArea, takeCall, tell } from '#server/platform/live.ts';

/** A player hears of its show whether or not the chat beside it is open. */
const watchersOf = (productId: string): string => `watchers:${productId}`;
const showsPerSocket = 5;

/**
 * Something about a show has changed: whoever has its player open looks again, each in their own
 * moment. That it is over needs no looking.
 */
export function playbackChanged(tx: Db, productId: string, isOver = false): void {
  afterCommit(tx, () => {
    showChanged(productId);
    const said: PlayerSaid = { productId, isOver };
    tell(watchersOf(productId), 'playback:changed', said);
  });
}

/** What the player hears from a socket. No right is asked: what is told is not worth one. */
export const playerSockets: SocketArea = {
  connected: (socket) => {
    socket.on('player:follow', (given: unknown) => follow(socket, given));
    socket.on('player:leave', (given: unknown) => {
      const asked = PlayerFollow.safeParse(given);
      if (asked.success) void socket.leave(watchersOf(asked.data.productId));
    });
  },
};

function follow(socket: LiveSocket, given: unknown): void {
  const asked = PlayerFollow.safeParse(given);
  if (!asked.success || !socket.data.actor || takeCall(socket) > 0) return;
  const followed = [...socket.rooms].filter((room) => room.startsWith('watchers:'));
  if (followed.length < showsPerSocket) void socket.join(watchersOf(asked.data.productId));
}
