import type { PlaybackNow } from '#contract/player.ts';
import { mayEdit } from '#server/catalog/index.ts';
import { findShow, showFor } from '#server/chat/index.ts';
import { forgetPlayback } from '#server/media/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findShownTicketOf } from '#server/tickets/index.ts';
import { hasView } from './playback.queries.ts';
import { endViews, touchView } from './playback.store.ts';
import { showPlayback } from './show-playback.ts';
import { canGoOn } from './views.rules.ts';

/**
 * A view says that it is still there, and hears what has changed. When the right is over the answer
 * says so and the view ends with it; after a show it stays for the last seconds of the picture.
 * Refuses PLAYBACK_ENDED for a view that has ended, SERVER_ERROR_NOT_FOUND for anyone else's.
 */
export async function keepPlayback(actor: Actor, id: string): Promise<PlaybackNow> {
  const heard = { at: nowText(), tokenDigest: actor.tokenDigest };
  const view = await touchView(db(), { id, userId: actor.id }, heard);
  if (!view) {
    const ended = await hasView(db(), id, actor.id);
    return refuse(ended ? 'PLAYBACK_ENDED' : 'SERVER_ERROR_NOT_FOUND');
  }
  const show = orRefuse(await findShow(view.productId));
  const ticket = await findShownTicketOf(db(), actor.id, {
    productId: view.productId,
    at: nowText(),
  });
  const moderator = mayEdit(actor, show.product);
  const visitor = { ticket, moderator, viewStartedAt: view.startedAt };
  const shown = showFor(show, visitor, now());
  if (!canGoOn(shown.state)) await closePlayback(actor, id);
  return showPlayback({ show, ticket, ...shown, viewId: id });
}

/** The window was closed: its place is free at once. Closing twice does nothing. */
export async function closePlayback(actor: Actor, id: string): Promise<null> {
  await endViews(db(), { id, userId: actor.id }, nowText());
  forgetPlayback(id);
  return null;
}
