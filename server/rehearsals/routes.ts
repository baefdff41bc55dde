import { rehearsalsContract } from '#contract/rehearsals.ts';
import { mount } from '#server/platform/http/mount.ts';
import { changeRoom, removeGuest, replaceInvitation } from './change-room.ts';
import { closeRoom } from './close-room.ts';
import { enterRoom, getInvitation } from './enter-room.ts';
import { openRoom } from './open-room.ts';
import { getRoom, listRooms } from './show-room.ts';

export const rehearsalsRoutes = mount(rehearsalsContract, {
  listRooms: ({ actor }) => listRooms(actor),
  openRoom: ({ actor, body, idempotencyKey }) =>
    openRoom(actor, { key: idempotencyKey, form: body }),
  getRoom: ({ actor, params }) => getRoom(actor, params.slug),
  changeRoom: ({ actor, params, body }) => changeRoom(actor, params.slug, body),
  closeRoom: ({ actor, params }) => closeRoom(actor, params.slug),
  replaceInvitation: ({ actor, params }) => replaceInvitation(actor, params.slug),
  removeGuest: ({ actor, params }) => removeGuest(actor, params),
  getInvitation: ({ actor, params }) => getInvitation(actor, params.token),
  enterRoom: ({ actor, params }) => enterRoom(actor, params.token),
});
