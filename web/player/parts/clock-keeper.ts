/** Farther away than this the picture jumps; nearer it goes a little faster or slower. */
const jumpSeconds = 3;
/** Whoever begins, or comes back from a rest, begins where the others are. */
const settledSeconds = 0.25;
/** Nobody hears so small a difference. */
const calmSeconds = 0.04;
const mostChange = 0.03;
const everyMs = 500;

export type Correction = { jump: true } | { jump: false; rate: number };

/**
 * What brings a picture that is so many seconds late (early when negative) to the clock. `settled`: it
 * has been there since it began to play.
 */
export function correctionFor(late: number, { settled }: { settled: boolean }): Correction {
  if (Math.abs(late) > (settled ? jumpSeconds : settledSeconds)) return { jump: true };
  if (Math.abs(late) < calmSeconds) return { jump: false, rate: 1 };
  const change = Math.min(mostChange, Math.max(-mostChange, late / 10));
  return { jump: false, rate: 1 + change };
}

type Video = Pick<
  HTMLVideoElement,
  'currentTime' | 'paused' | 'seeking' | 'readyState' | 'playbackRate'
> &
  Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

type Given = {
  video: Video;
  /** Where the video shows what the clock says at this moment; null while that is not known. */
  timeNow: () => number | null;
};

/** Keeps a video at the clock while it plays. Answers what brings it there now, and what ends it. */
export function keepToClock({ video, timeNow }: Given): { settle: () => void; stop: () => void } {
  let settled = false;
  const look = () => {
    const wanted = timeNow();
    if (wanted === null || video.paused || video.seeking || video.readyState < 2) return;
    const next = correctionFor(wanted - video.currentTime, { settled });
    if (next.jump) video.currentTime = wanted;
    else video.playbackRate = next.rate;
    // One jump: where going there takes long, what is left is made up for without another.
    settled = true;
  };
  const settle = () => {
    settled = false;
    const wanted = timeNow();
    // What was paused for long is not in the list any more: it goes to where the show is at once.
    if (wanted !== null && Math.abs(wanted - video.currentTime) > settledSeconds) {
      video.currentTime = wanted;
    }
  };
  const timer = setInterval(look, everyMs);
  video.addEventListener('playing', look);
  return {
    settle,
    stop: () => {
      clearInterval(timer);
      video.removeEventListener('playing', look);
      video.playbackRate = 1;
    },
  };
}
