/** The door of `subscriptions`: what months open, how they begin, and what becomes of them. */
import './jobs.ts';

export { SiteProductsChanged, WaitResumed } from './announcements.ts';
export {
  listAwaitedRates,
  listRatesToPayBy,
  listToPayBy,
  listWaiting,
  waitForRate,
} from './awaited-rates.store.ts';
export { type PaidMonth, settleMonth, takeBackMonth } from './begin-subscription.ts';
export { cancelSubscriptionsOf, endSubscriptionsOf } from './cancel-subscription.ts';
export { takeCard } from './change-card.ts';
export { askForMonth, monthDeclined } from './decline-month.ts';
export { listDue } from './ending.store.ts';
export { type OrderedMonth, openerOfRow, orderedMonthOf } from './fragments.ts';
export { findPaidMonth, followedTitleOf } from './letters.ts';
export {
  begunWords,
  monthPaidMail,
  subscriptionMail,
  type Told,
  type ToldSubscription,
  toldKinds,
} from './mails.ts';
export { getCard } from './my-subscriptions.queries.ts';
export { type ChannelOffer, demandOffer, type Followed, getOffer } from './offers.queries.ts';
export { accessOf, findPass, listOpenedBy, type Pass } from './passes.queries.ts';
export {
  claimTry,
  dropTry,
  dropUnpaid,
  findNewestPeriod,
  findPeriodOf,
  insertPeriod,
  listTries,
  moveOrderOf,
  type Period,
  writeNextTry,
} from './periods.store.ts';
export { monthTitle } from './said.ts';
export {
  graceUntil,
  isDue,
  isLeftToPerson,
  isOver,
  monthEnd,
  monthToCharge,
  openWhileWaiting,
  priceOfMonth,
  renewalFrom,
  renewalHours,
  subscriptionCan,
  toldUntil,
  waitToExtend,
} from './subscriptions.rules.ts';
export {
  findSubscription,
  lockSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';
export { tellOfSubscribers } from './tell-of-subscribers.ts';
