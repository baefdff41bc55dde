/** The door of `notices`: telling people something, in the bell and as pop-ups. */
export { type Notice, notify, notifyPeople, tellHomeChanged } from './notify.ts';
export { startNoticePush, stopNoticePush } from './push.ts';
export type { WordedType } from './said.ts';
export {
  tellChannelOwner,
  tellHolder,
  tellHolders,
  tellOfArtist,
  tellOfSale,
  tellReviewers,
} from './tell.ts';
