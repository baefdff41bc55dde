import { type PointerEvent, type RefObject, useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { clockOf, lengthParts, playableUntil } from './play-time.ts';
import { StageRange } from './stage-range.tsx';
import classes from './time-range.module.css';
import { type Heard, useHeard } from './use-heard.ts';

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

/** Where in the recording one is, and the way to any other place of it. */
export function TimeRange({ video }: Props) {
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
        <span className={classes.pointed} style={{ left: `${pointed * 100}%` }} aria-hidden="true">
          {clockOf(pointed * duration)}
        </span>
      )}
    </div>
  );
}

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
