import { expect, it } from 'vitest';
import { membersOf } from '#server/platform/live.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { connected, useSockets } from '#test/sockets.ts';
import { broadcastChanged } from './sockets.ts';

const { windowOf } = useSockets();

/** A window with the panel of a transmission; `heard` counts what it was told. */
async function panelOf(slug: string, as: Someone | null) {
  const socket = windowOf(as);
  const said = { heard: 0 };
  socket.on('broadcast:changed', () => {
    said.heard += 1;
  });
  await connected(socket);
  socket.emit('broadcast:follow', { slug });
  return { socket, said };
}

it('the panel hears of its own transmission: its organizer and administrators, nobody else', async () => {
  const { id, slug, owner } = await aProduct({ status: 'draft' });
  const members = () => membersOf(`broadcast:${id}`).length;
  for (const as of [await aViewer(), await anOrganizer(), null]) await panelOf(slug, as);
  const mine = await panelOf(slug, owner);
  await panelOf(slug, await anAdmin());
  await expect.poll(members).toBe(2);
  broadcastChanged(id);
  await expect.poll(() => mine.said.heard).toBe(1);
  mine.socket.emit('broadcast:leave', { slug });
  await expect.poll(members).toBe(1);
  mine.socket.emit('broadcast:follow', 'no show');
  mine.socket.emit('broadcast:follow', { slug });
  await expect.poll(members).toBe(2);
});
