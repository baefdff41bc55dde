import type { Temporal } from 'temporal-polyfill';
import type { PlaybackMedia, PlaybackNow } from '#contract/player.ts';
import type { PlaybackState } from '#contract/tickets.ts';
import { mayRead, mayWrite, type Show } from '#server/chat/index.ts';
import { viewersOf } from '#server/live/index.ts';
import { type PlayableAsset, signMediaPath } from '#server/media/index.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { isLate, type ShownBroadcast, sessionAhead, sessionFor } from '#server/tickets/index.ts';
import { mediaExpiry, mediaKind } from './views.rules.ts';

type Shown = {
  show: Show;
  state: PlaybackState;
  broadcast: ShownBroadcast | null;
  ticket: { sessionId: string | null; grantedAt: string } | null;
  viewId: string | null;
};

/** What a player is told: state, clock, when it starts, viewers, and what it may fetch. */
export async function showPlayback(shown: Shown): Promise<PlaybackNow> {
  const { show, state, ticket } = shown;
  const session = sessionAhead(show.product, ticket, now());
  return {
    state,
    now: instantText(now()),
    startsAt: session?.startsAt ?? null,
    late: isLate(state, show.product, ticket, now()),
    session,
    endsAt: playoutOf(shown)?.endsAt ?? null,
    viewers: await viewersOf(show.product.id),
    chat: { read: mayRead(state), write: mayWrite(state) },
    media: mediaFor(shown),
  };
}

/** The showing that the clock plays to them now; null when it plays none. */
function playoutOf({ show, state, ticket }: Shown) {
  const isOn = mediaKind(state, show.product.type) === 'playout';
  return isOn ? sessionFor(show.product, ticket, now()) : null;
}

const resources = { live: 'live', playout: 'playout', recording: 'recordings' } as const;

function mediaFor(shown: Shown): PlaybackMedia | null {
  const { show, state, broadcast, viewId } = shown;
  const kind = mediaKind(state, show.product.type);
  const id = kind === 'playout' ? playoutOf(shown)?.id : broadcast?.id;
  if (!kind || !id || !viewId) return null;
  const expiresAt = mediaExpiry(now());
  const resource = { kind: resources[kind], id };
  if (show.upload) return uploadFor(show.upload, { playbackId: viewId, expiresAt });
  return {
    kind,
    url: signMediaPath({ playbackId: viewId, resource, expiresAt }),
    expiresAt: instantText(expiresAt),
    beside: null,
  };
}

type View = { playbackId: string; expiresAt: Temporal.Instant };

/** An upload plays as a recording does, with what stands beside it. */
function uploadFor(upload: PlayableAsset, view: View): PlaybackMedia {
  const resource = { kind: 'vod', id: upload.id } as const;
  const sign = (file?: string) => signMediaPath({ ...view, resource, ...(file ? { file } : {}) });
  return {
    kind: 'recording',
    url: sign(),
    expiresAt: instantText(view.expiresAt),
    beside: {
      captions: upload.captions.map((language) => ({
        language,
        url: sign(`captions/${language}.vtt`),
      })),
      chapters: upload.chapters,
      storyboard: upload.hasStoryboard ? sign('storyboard.vtt') : null,
    },
  };
}
