import { type NewRoom, type Room, rehearsalLimits } from '#contract/rehearsals.ts';
import { addRoom, countOpenRooms, findRoomMade } from '#server/catalog/index.ts';
import { findOwnChannel, listOwnChannels } from '#server/channels/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { brokeUnique, type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { addInvitation } from './invitations.store.ts';
import { mayRehearseIn } from './rooms.rules.ts';
import { getRoom, viewAfter } from './show-room.ts';

type Asked = { key: string; form: NewRoom };

/** An organizer opens a room in one of their channels. A key opens one: asked again, it is that one. */
export async function openRoom(actor: Actor, asked: Asked): Promise<Room> {
  const known = await findMade(actor, asked.key);
  if (known) return known;
  try {
    return await make(actor, asked);
  } catch (error) {
    // Two at once: the database took the key of the other.
    if (!brokeUnique(error, 'products_creation_key')) throw error;
    return orRefuse(await findMade(actor, asked.key));
  }
}

async function findMade(actor: Actor, key: string): Promise<Room | null> {
  const made = await findRoomMade(db(), key);
  if (!made) return null;
  if (made.ownerId !== actor.id || !made.isRehearsal) refuse('IDEMPOTENCY_KEY_REUSED');
  return getRoom(actor, made.slug);
}

function make(actor: Actor, { key, form }: Asked): Promise<Room> {
  return inTransaction(async (tx) => {
    const channelId = await channelFor(tx, actor, form.channel);
    if ((await countOpenRooms(tx, actor.id)) >= rehearsalLimits.rooms) {
      refuse('REHEARSAL_LIMIT', { values: { most: rehearsalLimits.rooms } });
    }
    const at = nowText();
    const { title } = form;
    const room = await addRoom(tx, { channelId, title, language: actor.language, key, at });
    await addInvitation(tx, { productId: room.id, at });
    return viewAfter(tx, room.slug);
  });
}

async function channelFor(tx: Db, actor: Actor, slug: string | undefined): Promise<string> {
  const own = await listOwnChannels(tx, actor);
  if (own.length === 0) refuse('NO_CHANNEL');
  const only = own.length === 1 ? own[0]?.slug : undefined;
  const chosen = slug ?? only;
  if (chosen === undefined) return refuse('VALIDATION', { fields: { channel: 'required' } });
  const channel = orRefuse(await findOwnChannel(tx, actor, chosen));
  if (!mayRehearseIn(channel.state)) refuse('CHANNEL_STATE');
  return channel.id;
}
