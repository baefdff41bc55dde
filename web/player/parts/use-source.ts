import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PlaybackMedia } from '#contract/player.ts';
import { playSource, type Quality, type Source } from './hls-source.ts';
import { type Line, watchTrouble } from './watch-trouble.ts';

const retryMs = 2000;
/** Less than these seconds behind, a live show catches up by itself: it plays a little faster. */
const farBehind = 10;
/** Begins to use the renewed address when the one in hand has so long left. */
const renewMs = 30 * 60_000;

/** What an address plays, without its signature: `/live/{id}/master.m3u8`. */
const resourceOf = (url: string): string => url.replace(/^\/media\/[^/]+/, '');

type Asks = { again: () => void };

/** Plays what the server offers in the video, and knows how the line is. */
export function useSource(
  video: RefObject<HTMLVideoElement | null>,
  media: PlaybackMedia,
  { again }: Asks,
) {
  const [qualities, setQualities] = useState<Quality[]>([]);
  const [height, setHeight] = useState(0);
  const [line, setLine] = useState<Line>('steady');
  const [slate, setSlate] = useState(false);
  const source = useRef<Source | null>(null);
  const address = useRef(media);
  const ask = useRef(again);
  ask.current = again;
  useEffect(() => {
    const left =
      Date.parse(address.current.expiresAt) - (performance.timeOrigin + performance.now());
    const other = viewOf(media.url) !== viewOf(address.current.url);
    if (other || left < renewMs) address.current = media;
  }, [media]);

  const resource = resourceOf(media.url);
  const { kind } = media;
  const goesOn = kind !== 'recording';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another resource is another source
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    address.current = media;
    let broken = false;
    const trouble = watchTrouble(element, {
      live: kind === 'live',
      tell: (next) => {
        setLine(next);
        // The chat has not waited: after a long break the picture goes on where the show is.
        if (next === 'steady' && broken && goesOn) source.current?.toEdge(farBehind);
        broken = next !== 'steady';
      },
      hasMore: () => source.current?.hasMore() ?? false,
    });
    const started = playSource({
      video: element,
      kind,
      address: () => address.current.url,
      offered: setQualities,
      playing: setHeight,
      silent: trouble.silent,
      slate: setSlate,
      lost: (forbidden) => {
        trouble.begin();
        if (forbidden) ask.current();
        setTimeout(() => source.current === started && started.retry(), retryMs);
      },
    });
    source.current = started;
    // Who pauses a live show comes back to where it is now: there is no rewind.
    const resumed = () => goesOn && started.toEdge();
    element.addEventListener('play', resumed);
    return () => {
      element.removeEventListener('play', resumed);
      trouble.stop();
      source.current = null;
      started.stop();
      setLine('steady');
      setSlate(false);
    };
  }, [resource, kind]);

  return {
    qualities,
    height,
    line: slate && line === 'steady' ? 'stopped' : line,
    choose: (level: number) => source.current?.choose(level),
    retry: () => {
      source.current?.retry();
      ask.current();
    },
  };
}

/** The view that an address is signed for. */
const viewOf = (url: string): string => /\/media\/\d+\.([^.]+)\./.exec(url)?.[1] ?? '';
