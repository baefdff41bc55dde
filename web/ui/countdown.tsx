import { useEffect, useRef, useState } from 'react';
import { browserNow, useBrowserNow } from '#web/platform/clock.ts';
import { type Duration, durationParts, formatUnit } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './countdown.module.css';

type Props = {
  until: string;
  /** The server's time when the page was answered: the browser's clock may be wrong. */
  serverNow?: string;
  onEnd?: () => void;
  large?: boolean;
};

const parts = ['days', 'hours', 'minutes', 'seconds'] as const;
const two = (value: number) => String(value).padStart(2, '0');

/** Time left, by the server's clock. Dashes until the browser counts. */
export function Countdown({ until, serverNow, onEnd, large }: Props) {
  const { t, language } = useTranslation('ui');
  const now = useServerNow(serverNow);
  const left = now === null ? null : Date.parse(until) - now;
  const ended = left !== null && left <= 0;
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (ended) end.current?.();
  }, [ended]);
  const duration = left === null ? null : durationParts(left);
  const label = duration ? t('countdown.label', spokenOf(duration, language)) : undefined;
  return (
    <div
      role="timer"
      aria-label={label}
      className={classes.countdown}
      data-large={large || undefined}
    >
      {parts.map((part) => (
        <span key={part} className={classes.part} aria-hidden="true">
          <span className={classes.figure}>{duration ? two(duration[part]) : '––'}</span>
          <span className={classes.unit}>
            {t(`countdown.${part}`, { count: duration?.[part] ?? 0 })}
          </span>
        </span>
      ))}
    </div>
  );
}

const spokenOf = ({ days, hours, minutes }: Duration, language: string) => ({
  days: formatUnit(days, 'day', language),
  hours: formatUnit(hours, 'hour', language),
  minutes: formatUnit(minutes, 'minute', language),
});

function useServerNow(serverNow?: string): number | null {
  const now = useBrowserNow();
  const [lead] = useState(() =>
    serverNow && typeof window !== 'undefined' ? Date.parse(serverNow) - browserNow() : 0,
  );
  return now === null ? null : now + lead;
}
