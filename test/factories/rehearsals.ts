import { type Room, rehearsalsContract } from '#contract/rehearsals.ts';
import { db } from '#server/platform/database/index.ts';
import { call } from '#test/story.ts';
import { aViewer, type Someone } from './accounts.ts';
import { aChannel, type SomeChannel } from './channels.ts';

export type SomeRoom = Room & { id: string; owner: Someone; channelId: string };

/** An open rehearsal room as its organizer makes it, in a published channel of their own unless told. */
export async function aRoom(
  given: { channel?: SomeChannel; title?: string; places?: number } = {},
): Promise<SomeRoom> {
  const channel = given.channel ?? (await aChannel());
  const as = channel.owner;
  const body = { title: given.title ?? 'Dress rehearsal', channel: channel.slug };
  const made = await call(rehearsalsContract.openRoom, { as, body });
  const params = { slug: made.slug };
  const { places } = given;
  const room = places
    ? await call(rehearsalsContract.changeRoom, { as, params, body: { places } })
    : made;
  const { id } = await db()
    .selectFrom('products')
    .select('id')
    .where('slug', '=', room.slug)
    .executeTakeFirstOrThrow();
  return { ...room, id, owner: as, channelId: channel.id };
}

/** What stands at the end of a room's link. */
export const tokenOf = ({ invitation }: Pick<Room, 'invitation'>): string =>
  invitation.url?.split('/').at(-1) ?? '';

/** Somebody who came by the link of a room. */
export async function aGuestIn(room: Pick<Room, 'invitation'>): Promise<Someone> {
  const as = await aViewer();
  await call(rehearsalsContract.enterRoom, { as, params: { token: tokenOf(room) } });
  return as;
}
