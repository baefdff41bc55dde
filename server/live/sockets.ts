import { BroadcastFollow } from '#contract/live.ts';
import { db } from '#server/platform/database/index.ts';
import { type LiveSocket, type SocketArea, takeCall, tell } from '#server/platform/live.ts';
import { findOwnBroadcastProduct } from './broadcasts.queries.ts';

const deskOf = (productId: string): string => `broadcast:${productId}`;
const desksPerSocket = 5;

/** Something about a transmission has changed: open panels ask again. */
export const broadcastChanged = (productId: string): void =>
  tell(deskOf(productId), 'broadcast:changed');

/** What the panel of a transmission hears from a socket: its organizer and administrators alone. */
export const broadcastSockets: SocketArea = {
  connected: (socket) => {
    socket.on('broadcast:follow', (given: unknown) => void follow(socket, given));
    socket.on('broadcast:leave', (given: unknown) => void leave(socket, given));
  },
};

async function follow(socket: LiveSocket, given: unknown): Promise<void> {
  const product = await findAsked(socket, given).catch(() => null);
  const followed = [...socket.rooms].filter((room) => room.startsWith('broadcast:'));
  if (product && followed.length < desksPerSocket) await socket.join(deskOf(product.id));
}

async function leave(socket: LiveSocket, given: unknown): Promise<void> {
  const product = await findAsked(socket, given).catch(() => null);
  if (product) await socket.leave(deskOf(product.id));
}

async function findAsked(socket: LiveSocket, given: unknown) {
  const asked = BroadcastFollow.safeParse(given);
  const { actor } = socket.data;
  if (!asked.success || !actor || takeCall(socket) > 0) return null;
  return findOwnBroadcastProduct(db(), actor, asked.data.slug);
}
