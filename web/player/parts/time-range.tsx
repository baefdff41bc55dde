import { type PointerEvent, type RefObject, useState } from 'react';
import type { PlaybackMedia } from '#contract/player.ts';
import { useTranslation } from '#web/platform/words.ts';
import { chapterAt } from './chapters-menu.tsx';
import { clockOf, lengthParts, playableUntil } from './play-time.ts';
import { StageRange } from './stage-range.tsx';
import type { Still } from './storyboard.ts';
import classes from './time-range.module.css';
import { type Heard, useHeard } from './use-heard.ts';
import { useStoryboard } from './use-storyboard.ts';

const moves = ['timeupdate', 'seeking', 'seeked', 'durationchange', 'emptied'];
const timeNow: Heard<number> = { signs: moves, read: (video) => video.currentTime, before: 0 };
/** Whole seconds, which change seldom. */
const secondNow: Heard<number> = {
  ...timeNow,
  read: (video) => Math.floor(video.currentTime),
};
const length: Heard<number> = {
  signs: ['durationchange', 'emptied'],
  read: ({ duration }) => (Number.isFinite(duration) ? duration : 0),
  before: 0,
};
const loadedUntil: Heard<number> = {
  signs: ['progress', ...moves],
  // To the second: it comes in many small pieces.
  read: ({ buffered, currentTime }) => Math.ceil(playableUntil(buffered, currentTime)),
  before: 0,
};

/** Seconds. */
const steps = { arrow: 10, page: 60 };

type Props = { video: RefObject<HTMLVideoElement | null> };
type RangeProps = Props & { beside: PlaybackMedia['beside'] };

/** Where in the recording one is, and the way to any other place of it. */
export function TimeRange({ video, beside }: RangeProps) {
  const { t } = useTranslation('player');
  const spoken = (seconds: number) =>
    lengthParts(seconds)
      .map(([unit, count]) => t(`time.${unit}`, { count }))
      .join(' ');
  const time = useHeard(video, timeNow);
  const duration = useHeard(video, length);
  const loaded = useHeard(video, loadedUntil);
  const [pointed, setPointed] = useState<number | null>(null);
  const go = (to: number) => {
    if (video.current) video.current.currentTime = to;
  };
  const point = ({ pointerType, clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (pointerType !== 'touch') setPointed(Math.min(1, Math.max(0, (clientX - left) / width)));
  };
  return (
    <div className={classes.line} onPointerMove={point} onPointerLeave={() => setPointed(null)}>
      <StageRange
        label={t('time.title')}
        value={time}
        max={duration}
        said={t('time.of', { time: spoken(time), length: spoken(duration) })}
        loaded={loaded}
        steps={steps}
        choose={go}
      />
      {pointed !== null && duration > 0 && (
        <Pointed video={video} beside={beside} share={pointed} seconds={pointed * duration} />
      )}
    </div>
  );
}

/** What is under the pointer: its picture where there is one, its chapter, its time. */
function Pointed({
  video,
  beside,
  share,
  seconds,
}: RangeProps & { share: number; seconds: number }) {
  const still = useStoryboard(video, beside?.storyboard ?? null)(seconds);
  const chapter = beside?.chapters[chapterAt(beside.chapters, seconds)];
  return (
    <span
      className={classes.pointed}
      style={{ left: leftOf(share, still) }}
      data-wide={still || chapter ? true : undefined}
      aria-hidden="true"
    >
      {still && (
        <span
          className={classes.still}
          style={{
            width: still.width,
            height: still.height,
            backgroundImage: `url("${still.sheet}")`,
            backgroundPosition: `-${still.x}px -${still.y}px`,
          }}
        />
      )}
      {chapter && <span className={classes.chapter}>{chapter.title}</span>}
      {clockOf(seconds)}
    </span>
  );
}

/** A picture at either end keeps inside of the stage. */
const leftOf = (share: number, still: Still | null): string => {
  const half = still ? still.width / 2 : 0;
  return `clamp(${half}px, ${share * 100}%, calc(100% - ${half}px))`;
};

/** The same in figures; a slider says them to whoever does not see them. */
export function TimeShown({ video }: Props) {
  const time = clockOf(useHeard(video, secondNow));
  const duration = clockOf(useHeard(video, length));
  return (
    <span className={classes.shown} aria-hidden="true">
      {time}
      <span className={classes.whole}> / {duration}</span>
    </span>
  );
}
