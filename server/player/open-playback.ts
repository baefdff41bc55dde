import type { Playback } from '#contract/player.ts';
import type { PlaybackState } from '#contract/tickets.ts';
import { isPublic, mayEdit, playsByClock, priceNow, saleIsOpen } from '#server/catalog/index.ts';
import { findShow, type Show, showFor } from '#server/chat/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findShownTicketOf, type TicketRow, takePass } from '#server/tickets/index.ts';
import { findProductId } from './playback.queries.ts';
import { countViews, endViews, findViewStart, insertView, lockViewsOf } from './playback.store.ts';
import { showPlayback } from './show-playback.ts';
import { canOpenView, lostSince, plays, silentSince } from './views.rules.ts';

/**
 * Somebody opens the player of a product. Where something plays, a view is opened: two at most of
 * one ticket. Owner and administrators watch without ticket. Refuses SERVER_ERROR_NOT_FOUND for
 * what this person cannot know of, TOO_MANY_VIEWS for a third view.
 */
export async function openPlayback(
  actor: Actor,
  { slug, replaces }: { slug: string; replaces?: string | undefined },
): Promise<Playback> {
  const productId = orRefuse(await findProductId(db(), slug));
  const show = orRefuse(await findShow(productId));
  const moderator = mayEdit(actor, show.product);
  const ticket = await enter(actor.id, productId);
  if (!isPublic(show.product) && !moderator && !ticket) refuse('SERVER_ERROR_NOT_FOUND');
  const opened = await openView(actor, { show, ticket, moderator, replaces });
  const { product } = show;
  return {
    ...(await showPlayback({ show, ticket, ...opened })),
    id: opened.viewId,
    product: {
      id: product.id,
      slug: product.slug,
      type: product.type,
      title: product.title,
      picture: product.picture,
      channel: {
        id: product.channel.id,
        slug: product.channel.slug,
        title: product.channel.title,
        logo: product.channel.logo,
      },
      free: priceNow(product, now()).total === 0,
      rehearsal: product.isRehearsal,
    },
    can: {
      buy:
        (['no_ticket', 'cancelled'].includes(opened.state) || isOver(ticket, opened.state)) &&
        !product.isRehearsal &&
        saleIsOpen(product, now()),
      share: isPublic(product),
      moderate: moderator,
    },
  };
}

/** Who comes by a subscription has a ticket from now on: its views are counted, and its chat opens. */
async function enter(userId: string, productId: string): Promise<TicketRow | null> {
  const at = nowText();
  const shown = await findShownTicketOf(db(), userId, { productId, at });
  if (shown?.source !== 'subscription') return shown;
  return inTransaction((tx) => takePass(tx, { userId, productId, at }));
}

/** A subscription gave it and is over: the product can be bought as by anybody. */
const isOver = (ticket: TicketRow | null, state: PlaybackState): boolean =>
  state === 'expired' && ticket?.source === 'subscription';

type Opening = {
  show: Show;
  ticket: TicketRow | null;
  moderator: boolean;
  replaces: string | undefined;
};

async function openView(actor: Actor, { show, ticket, moderator, replaces }: Opening) {
  // Most who wait for a show hold no view: they cost no transaction.
  const waiting = replaces ? null : showFor(show, { ticket, moderator }, now());
  if (waiting && !plays(waiting.state)) return { ...waiting, viewId: null };
  return inTransaction(async (tx) => {
    const at = nowText();
    if (ticket) await lockViewsOf(tx, ticket.id);
    // The same window again: its view goes on as of when it began.
    const viewStartedAt = replaces
      ? await takeOverView(tx, { id: replaces, userId: actor.id, productId: show.product.id })
      : null;
    const shown = showFor(show, { ticket, moderator, viewStartedAt }, now());
    if (!plays(shown.state)) return { ...shown, viewId: null };
    if (ticket) await demandPlaceForView(tx, ticket.id, at);
    const viewId = await insertView(tx, {
      userId: actor.id,
      ticketId: ticket?.id ?? null,
      productId: show.product.id,
      broadcastId: playsFile(show) ? null : (shown.broadcast?.id ?? null),
      tokenDigest: actor.tokenDigest,
      startedAt: viewStartedAt ?? at,
      at,
    });
    return { ...shown, viewId };
  });
}

/** Is it something other than a transmission of its own that is watched? */
const playsFile = ({ product, upload }: Show): boolean => upload !== null || playsByClock(product);

/** Ends the view that this window had before; answers when it began, null when it is not the same. */
async function takeOverView(
  tx: Db,
  view: { id: string; userId: string; productId: string },
): Promise<string | null> {
  const startedAt = await findViewStart(tx, view, instantText(lostSince(now())));
  await endViews(tx, { id: view.id, userId: view.userId }, nowText());
  return startedAt;
}

/** One more view beside those that are heard of; those that fell silent make room for it. */
async function demandPlaceForView(tx: Db, ticketId: string, at: string): Promise<void> {
  const silent = instantText(silentSince(now()));
  if (!canOpenView(await countViews(tx, ticketId, silent))) refuse('TOO_MANY_VIEWS');
  await endViews(tx, { ticketId, heardBefore: silent }, at);
}
