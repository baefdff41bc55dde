import { ArtistRequested, LoggedOut, UserErased, UserStopped } from './accounts/index.ts';
import {
  DraftDeleted,
  letGoOfAsset,
  ProductChanged,
  ProductPublished,
  ProductWithdrawn,
  refreshProductsOf,
  refreshReplaysOf,
  SeatFreed,
  SessionCancelled,
} from './catalog/index.ts';
import {
  ChannelBanned,
  ChannelChanged,
  ChannelDeactivated,
  ChannelPublished,
  ChannelSentBack,
  ChannelSubmitted,
  closeChannelsOf,
  eraseOwnerFrom,
} from './channels/index.ts';
import { removeChat } from './chat/index.ts';
import { endGiftsOfSession, eraseGiftsOf } from './gifts/index.ts';
import {
  forgetIntegrationsOf,
  tellOfChannel,
  tellOfOrders,
  tellOfProduct,
  tellOfRefund,
} from './integrations/index.ts';
import {
  closeLine,
  eraseLeadsOf,
  followProduct,
  leaveLines,
  markBought,
  offerFreed,
} from './leads/index.ts';
import {
  BroadcastEnded,
  BroadcastStarted,
  callOffShow,
  forgetDraft,
  PlayoutEnded,
  PlayoutStarted,
  RecordingLost,
  RecordingMade,
  RecordingTrimmed,
  ShowRecorded,
  ShowStarted,
} from './live/index.ts';
import { AssetChanged, AssetDeleted, eraseAssetsOf, erasePicturesOf } from './media/index.ts';
import {
  dropNotificationsOf,
  tellBuyers,
  tellChannelOwner,
  tellHolders,
  tellHomeChanged,
  tellOfArtist,
  tellOfLostRecording,
  tellOfSales,
  tellReviewers,
  tellTicketEnded,
} from './notices/index.ts';
import {
  CardKept,
  DisputeChanged,
  forgetKeptOf,
  forgetNoticesOf,
  LedgerDiffers,
  MonetizationSaved,
  NoticesFailed,
  PaymentDeclined,
  PaymentRefunded,
  PaymentSettled,
  PaymentSurplus,
  PaymentsStuck,
  RecordsDiffer,
  RefundedElsewhere,
  RefundFailed,
} from './payments/index.ts';
import { PayoutPaid, PayoutReturned } from './payouts/index.ts';
import { afterCommit, type Db } from './platform/database/index.ts';
import { forgetReactions, when } from './platform/facts.ts';
import { forgetPages } from './platform/http/web-pages.ts';
import { endViewsOf, playbackChanged } from './player/index.ts';
import { leaveRehearsals, rehearsalEnds } from './rehearsals/index.ts';
import {
  beginCancellation,
  emptyCart,
  followDispute,
  forgetDestinations,
  OrderRefunded,
  OrdersAcknowledged,
  renewAwaiting,
  returnMoney,
  settleOrder,
  settleRefund,
  takeFailedRefund,
  takeRefundElsewhere,
  tellOfDifferences,
  tellOfFailedNotices,
  tellOfRecords,
  tellOfStuck,
} from './sales/index.ts';
import { forgetAddressesOf } from './shipments/index.ts';
import { RatesChanged, SiteConfigSaved } from './site/index.ts';
import {
  cancelSubscriptionsOf,
  endSubscriptionsOf,
  monthDeclined,
  SiteProductsChanged,
  takeCard,
  tellOfSubscribers,
  WaitResumed,
} from './subscriptions/index.ts';
import {
  endedByCancellation,
  endedByReplacing,
  TicketEnded,
  TicketGranted,
} from './tickets/index.ts';

/**
 * Whose showing was cancelled reads why, in the letter and the bell of the cancellation. To a rehearsal
 * people are asked by whoever holds it, and hear by them that it is over. Who has a better ticket in its
 * place has lost nothing.
 */
const isSaidElsewhere = (reason: string): boolean =>
  reason === endedByCancellation || reason === endedByReplacing || rehearsalEnds.includes(reason);

async function tellUnlessSaid(
  tx: Db,
  ended: { userId: string; productId: string; reason: string },
) {
  if (!isSaidElsewhere(ended.reason)) await tellTicketEnded(tx, ended);
}

/** With a person goes what was theirs alone. */
const whatIsErased = [
  endSubscriptionsOf,
  forgetKeptOf,
  forgetNoticesOf,
  eraseOwnerFrom,
  leaveRehearsals,
  eraseGiftsOf,
  forgetAddressesOf,
  forgetDestinations,
  dropNotificationsOf,
  emptyCart,
  forgetIntegrationsOf,
  eraseAssetsOf,
  erasePicturesOf,
];

/** Every consequence between areas: when this happens, then that. Nothing else stands here. */
export function setReactions(): void {
  forgetReactions();
  serveWhoWaits();
  keepPagesFresh();
  setConsequences();
}

/** What follows in other areas, pages apart. */
function setConsequences(): void {
  // What hangs on a draft goes with it
  when(DraftDeleted, forgetDraft);
  when(DraftDeleted, removeChat);

  // What is shown of an asset is shown on its products
  when(AssetChanged, refreshProductsOf);
  when(AssetDeleted, letGoOfAsset);
  when(RecordingTrimmed, refreshReplaysOf);

  // A showing that does not take place: nothing of it goes on air, and its money goes back
  when(SessionCancelled, callOffShow);
  when(SessionCancelled, beginCancellation);
  when(SessionCancelled, endGiftsOfSession);

  // Who may not log in sells nothing; who is deleted leaves nothing personal behind. Pictures come
  // last: only what stands nowhere any more can go.
  when(UserStopped, closeChannelsOf);
  when(UserStopped, cancelSubscriptionsOf);
  for (const erase of whatIsErased) when(UserErased, erase);

  setMoneyReactions();

  // Who hears of it
  when(OrdersAcknowledged, tellOfSales);
  when(OrdersAcknowledged, tellBuyers);
  when(OrdersAcknowledged, tellOfSubscribers);
  when(ChannelSubmitted, tellReviewers);
  when(ChannelPublished, (tx, said) => tellChannelOwner(tx, 'channel_published', said));
  when(ChannelSentBack, (tx, said) => tellChannelOwner(tx, 'channel_sent_back', said));
  when(ChannelBanned, (tx, said) => tellChannelOwner(tx, 'channel_banned', said));
  when(ChannelPublished, async (tx) => afterCommit(tx, tellHomeChanged));
  when(ProductPublished, async (tx) => afterCommit(tx, tellHomeChanged));
  when(BroadcastStarted, async (tx) => afterCommit(tx, tellHomeChanged));
  when(BroadcastEnded, async (tx) => afterCommit(tx, tellHomeChanged));
  when(PlayoutStarted, async (tx) => afterCommit(tx, tellHomeChanged));
  when(PlayoutEnded, async (tx) => afterCommit(tx, tellHomeChanged));
  when(ArtistRequested, tellOfArtist);
  when(TicketEnded, tellUnlessSaid);
  when(ShowStarted, (tx, show) => tellHolders(tx, { ...show, type: 'broadcast_started' }));
  when(RecordingLost, tellOfLostRecording);
  when(ShowRecorded, (tx, show) => tellHolders(tx, { ...show, type: 'recording_ready' }));

  tellPrograms();
  renewViews();
}

/** Programs of others hear of it; they are told after all that we do ourselves. */
function tellPrograms(): void {
  when(OrdersAcknowledged, tellOfOrders);
  when(OrderRefunded, tellOfRefund);
  when(TicketGranted, (tx, said) => tellOfProduct(tx, 'ticket.granted', said));
  when(TicketEnded, (tx, { ticketId, productId, reason }) =>
    tellOfProduct(tx, 'ticket.ended', { ticketId, productId, reason }),
  );
  when(PayoutPaid, (tx, said) => tellOfChannel(tx, 'payout.paid', said));
  when(PayoutReturned, (tx, said) => tellOfChannel(tx, 'payout.returned', said));
  when(ChannelPublished, (tx, said) => tellOfChannel(tx, 'channel.published', said));
  when(ProductPublished, (tx, said) => tellOfProduct(tx, 'product.published', said));
  when(ProductWithdrawn, (tx, said) => tellOfProduct(tx, 'product.withdrawn', said));
  when(SessionCancelled, (tx, { sessionId, productId }) =>
    tellOfProduct(tx, 'session.cancelled', { sessionId, productId }),
  );
  when(BroadcastStarted, (tx, said) => tellOfProduct(tx, 'broadcast.started', said));
  when(BroadcastEnded, (tx, said) => tellOfProduct(tx, 'broadcast.ended', said));
  when(ShowRecorded, (tx, { productId, broadcastId, sessionId }) =>
    tellOfProduct(tx, 'recording.ready', { productId, broadcastId, sessionId }),
  );
}

/** Who watches and writes. */
function renewViews(): void {
  when(BroadcastStarted, async (tx, { productId }) => playbackChanged(tx, productId));
  when(BroadcastEnded, async (tx, { productId }) => playbackChanged(tx, productId, true));
  when(PlayoutStarted, async (tx, { productId }) => playbackChanged(tx, productId));
  when(PlayoutEnded, async (tx, { productId }) => playbackChanged(tx, productId));
  when(RecordingMade, async (tx, { productId }) => playbackChanged(tx, productId));
  when(ProductChanged, async (tx, { productId }) => playbackChanged(tx, productId));
  when(TicketEnded, (tx, { ticketId }) => endViewsOf(tx, { ticketId }));
  when(TicketEnded, async (tx, { productId }) => playbackChanged(tx, productId));
  when(UserStopped, (tx, { userId }) => endViewsOf(tx, { userId }));
  when(LoggedOut, (tx, { tokenDigest }) => endViewsOf(tx, { tokenDigest }));
}

/** Who waits for a seat gets one that was given back; who asked to be told hears of what is new. */
function serveWhoWaits(): void {
  when(SeatFreed, offerFreed);
  when(SessionCancelled, closeLine);
  when(ProductPublished, followProduct);
  when(ProductChanged, followProduct);
  when(OrdersAcknowledged, markBought);
  when(UserStopped, leaveLines);
  when(UserErased, eraseLeadsOf);
}

function setMoneyReactions(): void {
  when(CardKept, takeCard);
  when(PaymentSettled, settleOrder);
  when(PaymentSurplus, returnMoney);
  when(PaymentDeclined, monthDeclined);
  when(PaymentRefunded, settleRefund);
  when(RefundedElsewhere, takeRefundElsewhere);
  when(RefundFailed, takeFailedRefund);
  when(DisputeChanged, followDispute);
  when(PaymentsStuck, tellOfStuck);
  when(NoticesFailed, tellOfFailedNotices);
  when(LedgerDiffers, tellOfDifferences);
  when(RecordsDiffer, tellOfRecords);
  when(RatesChanged, renewAwaiting);
  when(WaitResumed, renewAwaiting);
}

/** What everybody sees is kept by the server until one of these happens. */
function keepPagesFresh(): void {
  when(SiteConfigSaved, async (tx) => afterCommit(tx, forgetPages));
  when(RatesChanged, async (tx) => afterCommit(tx, forgetPages));
  when(MonetizationSaved, async (tx) => afterCommit(tx, forgetPages));
  when(SiteProductsChanged, async (tx) => afterCommit(tx, forgetPages));
  when(ChannelPublished, async (tx) => afterCommit(tx, forgetPages));
  when(ChannelChanged, async (tx) => afterCommit(tx, forgetPages));
  when(ChannelDeactivated, async (tx) => afterCommit(tx, forgetPages));
  when(ChannelBanned, async (tx) => afterCommit(tx, forgetPages));
  when(ProductPublished, async (tx) => afterCommit(tx, forgetPages));
  when(ProductChanged, async (tx) => afterCommit(tx, forgetPages));
  when(ProductWithdrawn, async (tx) => afterCommit(tx, forgetPages));
  when(BroadcastStarted, async (tx) => afterCommit(tx, forgetPages));
  when(BroadcastEnded, async (tx) => afterCommit(tx, forgetPages));
  when(PlayoutStarted, async (tx) => afterCommit(tx, forgetPages));
  when(PlayoutEnded, async (tx) => afterCommit(tx, forgetPages));
  when(RecordingTrimmed, async (tx) => afterCommit(tx, forgetPages));
}
