import { expect, it } from 'vitest';
import type { PlayerSaid } from '#contract/player.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { membersOf } from '#server/platform/live.ts';
import type { Someone } from '#test/factories/accounts.ts';
import { aGuestOf, aShow, type SomeShow } from '#test/factories/player.ts';
import { connected, useSockets } from '#test/sockets.ts';
import { playbackChanged } from './playback-changed.ts';

const { windowOf } = useSockets();

/** A window with the player of a show; `heard` is what it was told. */
async function windowOn(show: SomeShow, as: Someone | null) {
  const socket = windowOf(as);
  const heard: PlayerSaid[] = [];
  socket.on('playback:changed', (said: PlayerSaid) => heard.push(said));
  await connected(socket);
  socket.emit('player:follow', { productId: show.id });
  // Requests of one socket are heard in order: the answer to a later one says that this one was.
  await socket.emitWithAck('chat:leave', { productId: show.id });
  return { socket, heard };
}

const changed = (show: SomeShow, isOver: boolean) =>
  inTransaction(async (tx) => playbackChanged(tx, show.id, isOver));

it('a player hears that its show has changed or is over, without the chat', async () => {
  const [show, other] = [await aShow(), await aShow()];
  const mine = await windowOn(show, await aGuestOf(show));
  const theirs = await windowOn(other, await aGuestOf(other));
  await changed(show, false);
  await changed(show, true);
  await expect
    .poll(() => mine.heard)
    .toEqual([
      { productId: show.id, isOver: false },
      { productId: show.id, isOver: true },
    ]);
  mine.socket.emit('player:leave', { productId: show.id });
  await mine.socket.emitWithAck('chat:leave', { productId: show.id });
  await changed(show, false);
  await changed(other, true);
  await expect.poll(() => theirs.heard).toEqual([{ productId: other.id, isOver: true }]);
  expect(mine.heard).toHaveLength(2);
});

it('a visitor follows nothing, and nobody more than five shows', async () => {
  const show = await aShow();
  await windowOn(show, null);
  expect(membersOf(`watchers:${show.id}`)).toEqual([]);
  const guest = await aGuestOf(show);
  const { socket } = await windowOn(show, guest);
  const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
  for (const productId of ids) socket.emit('player:follow', { productId });
  socket.emit('player:follow', 'no show');
  await socket.emitWithAck('chat:leave', { productId: show.id });
  expect(ids.map((id) => membersOf(`watchers:${id}`).length)).toEqual([1, 1, 1, 1, 0, 0]);
});
