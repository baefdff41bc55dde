/** The door of `notices`: telling people something, in the bell and as pop-ups. */

export { type LetterAbout, lettersAbout } from './letters-about.queries.ts';
export { listNotifications } from './notices.queries.ts';
export { dropNotificationsOf } from './notices.store.ts';
export { type Notice, notify, notifyPeople, tellHomeChanged } from './notify.ts';
export { hearNotices } from './push.ts';
export { inLanguage, type WordedType } from './said.ts';
export {
  tellBuyers,
  tellChannelOwner,
  tellHolders,
  tellOfArtist,
  tellOfLostRecording,
  tellOfSales,
  tellReviewers,
  tellTicketEnded,
} from './tell.ts';
