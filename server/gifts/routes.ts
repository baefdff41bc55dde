import { giftsContract } from '#contract/gifts.ts';
import { mount } from '#server/platform/http/mount.ts';
import { acceptGift } from './accept-gift.ts';
import { changeGift, sendGift } from './change-gift.ts';
import { getGift, listGiven } from './gifts.queries.ts';

export const giftsRoutes = mount(giftsContract, {
  getGift: ({ actor, params }) => getGift(actor, params.token),
  acceptGift: ({ actor, params }) => acceptGift(actor, params.token),
  listMyGifts: ({ actor, query }) => listGiven(actor, query),
  changeGift: ({ actor, params, body }) => changeGift(actor, params.id, body),
  sendGift: ({ actor, params }) => sendGift(actor, params.id),
});
