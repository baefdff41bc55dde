import { useCallback, useEffect, useRef, useState } from 'react';
import type { Socket } from 'socket.io-client';
import {
  type Playback,
  type PlaybackNow,
  type PlayerSaid,
  playerContract,
} from '#contract/player.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { live, liveIfOpen, useLive } from '#web/platform/live.ts';
import { hearing, serverNow } from './server-clock.ts';
import { isShow } from './use-stage.ts';

/** What the screen knows: the state, or why there is none. */
export type Opened = { playback: Playback } | Refusal;
/** Open in too many places, or taken from the house while it was open. */
export type Refusal = { refused: 'TOO_MANY_VIEWS' | 'GONE'; message: string };

const heartbeatMs = 5000;
/** In one window a view takes its own place again, also after a reload. */
const keptView = (slug: string) => `platea.view.${slug}`;

/** Opens the player of a product. Throws what has a screen of its own, such as "not found". */
export async function openPlayback(slug: string): Promise<Opened> {
  try {
    const replaces = sessionStorage.getItem(keptView(slug)) ?? undefined;
    const body = replaces ? { replaces } : {};
    const playback = await hearing(() =>
      api(playerContract.openPlayback, { params: { slug }, body }),
    );
    if (playback.id) sessionStorage.setItem(keptView(slug), playback.id);
    return { playback };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'TOO_MANY_VIEWS') throw error;
    return { refused: 'TOO_MANY_VIEWS', message: error.message };
  }
}

/** Gives the place of a view back, also while the window closes. */
const leavePlayback = (id: string): void =>
  void api(playerContract.closePlayback, { params: { id }, keepalive: true }).catch(
    () => undefined,
  );

/** After a show the view stays: for its last seconds, and for what comes after it. */
const goesOn = ({ media, state }: PlaybackNow): boolean =>
  media !== null || state === 'finished' || state === 'waiting';

/** What could be opened before is not there for this person any more. */
const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 404;

/** How long a state that waits for something is believed, in milliseconds. */
function waitFor(opened: Opened): number {
  const jitter = 0.8 + Math.random() * 0.4;
  if ('refused' in opened) return (opened.refused === 'GONE' ? 120_000 : 15_000) * jitter;
  const { state, startsAt, now } = opened.playback;
  if (state === 'finished' || state === 'waiting' || (state === 'countdown' && !startsAt))
    return 8000 * jitter;
  const left = startsAt ? Date.parse(startsAt) - Date.parse(now) : Number.POSITIVE_INFINITY;
  // The countdown ends by itself; until then the session may still be moved or go on air early.
  if (state === 'countdown') return Math.min(30_000, Math.max(3000, left)) * jitter;
  return 60_000 * jitter;
}

/** What the clock plays ends by itself: nobody has to say so. A little later, for the server's clock. */
function untilEnd(opened: Opened): number {
  const endsAt = 'playback' in opened ? opened.playback.endsAt : null;
  if (endsAt === null) return Number.POSITIVE_INFINITY;
  return Math.max(500, Date.parse(endsAt) - serverNow() + 100);
}

/** The show is over before the server has been asked: what comes after it is asked in a moment. */
const withoutShow = (old: Opened): Opened =>
  'playback' in old && isShow(old.playback.media)
    ? {
        playback: {
          ...old.playback,
          state: old.playback.product.rehearsal ? 'waiting' : 'finished',
          media: null,
        },
      }
    : old;

/** Hears of changes of one show, also after the line was lost. */
function useChanges(productId: string, heard: (said: PlayerSaid) => void): void {
  useEffect(() => {
    if (!productId) return;
    const follow = (socket: Socket) => socket.emit('player:follow', { productId });
    // A socket that is about to connect says it then, with every other connection.
    void live().then((socket) => socket.connected && follow(socket));
    return () => void liveIfOpen()?.then((socket) => socket.emit('player:leave', { productId }));
  }, [productId]);
  useLive('connect', () => {
    if (productId) void live().then((socket) => socket.emit('player:follow', { productId }));
  });
  useLive<[PlayerSaid]>('playback:changed', (said) => {
    if (said.productId === productId) heard(said);
  });
}

/**
 * Keeps the player of a product up to date: says every five seconds that it is there, and looks
 * again when something is said to have changed. `again` opens it anew.
 */
export function usePlayback(slug: string, first: Opened) {
  const [opened, setOpened] = useState<Opened>(first);
  const [offline, setOffline] = useState(false);
  const busy = useRef(false);
  /** How often the show was said to be over: what was asked before that knows nothing of it. */
  const ends = useRef(0);

  const again = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    const before = ends.current;
    try {
      const found = await openPlayback(slug);
      setOpened(before === ends.current ? found : withoutShow(found));
      setOffline(false);
    } catch (error) {
      setOffline(error instanceof ApiError && error.code === 'NETWORK');
      if (isGone(error)) setOpened({ refused: 'GONE', message: error.message });
    } finally {
      busy.current = false;
    }
  }, [slug]);

  const id = 'playback' in opened ? opened.playback.id : null;
  const beat = useCallback(async () => {
    if (!id) return again();
    const before = ends.current;
    try {
      const now = await hearing(() => api(playerContract.keepPlayback, { params: { id } }));
      setOffline(false);
      if (before !== ends.current) return;
      setOpened((old) =>
        'playback' in old && old.playback.id === id
          ? { playback: { ...old.playback, ...now, id: goesOn(now) ? id : null } }
          : old,
      );
    } catch (error) {
      const ended = error instanceof ApiError && (error.status === 410 || error.status === 404);
      if (ended) await again();
      else setOffline(true);
    }
  }, [id, again]);

  useEffect(() => {
    const every = id ? Math.min(heartbeatMs, untilEnd(opened)) : waitFor(opened);
    const timer = setTimeout(() => void beat(), every);
    return () => clearTimeout(timer);
  }, [id, opened, beat]);

  // Windows that were hidden fell silent: the first thing on coming back is to say so.
  useEffect(() => {
    const seen = () => document.visibilityState === 'visible' && void beat();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [beat]);

  useEffect(() => {
    if (!id) return;
    // React cleans nothing up when the window goes; the browser finishes this request without it.
    const leave = () => leavePlayback(id);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [id]);

  // A page that comes back from the browser's memory has given its place away.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && void again();
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, [again]);

  const productId = 'playback' in opened ? opened.playback.product.id : '';
  useChanges(productId, ({ isOver }) => {
    if (isOver) {
      ends.current += 1;
      setOpened(withoutShow);
    }
    // A whole audience hears this at once; each looks in their own moment.
    setTimeout(() => void beat(), Math.random() * 1500);
  });

  return { opened, offline, again, beat };
}
