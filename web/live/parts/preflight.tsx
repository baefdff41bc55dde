import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
} from '@tabler/icons-react';
import { type Broadcast, type PreflightCheck, steadyEnough } from '#contract/live.ts';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './preflight.module.css';
import { wantedFor } from './recommended.ts';

const icons = {
  good: IconCircleCheckFilled,
  warn: IconAlertTriangleFilled,
  bad: IconCircleXFilled,
  wait: IconCircleDashed,
};

/** Nothing has come yet, or nothing is wrong and only time is missing: then there is nothing to mend. */
function saidOf({ verdict, checks }: Broadcast['preflight']) {
  const has = (wanted: PreflightCheck['state']) => checks.some(({ state }) => state === wanted);
  if (verdict === 'not_yet') return has('bad') ? verdict : 'waiting';
  return verdict === 'almost' && !has('warn') ? 'soFar' : verdict;
}

/** Before the show: whether one can go on, and what to mend, in words. */
export function Preflight({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation('live');
  const { checks, steadySeconds } = broadcast.preflight;
  const said = saidOf(broadcast.preflight);
  const count = Math.max(1, steadyEnough - steadySeconds);
  return (
    <section aria-label={t('preflight.title')} className={classes.preflight}>
      <p className={classes.verdict} data-verdict={said} role="status">
        <strong>{t(`preflight.${said}`)}</strong>
        {/* Read out once: its seconds go on in the row of stability. */}
        <span aria-hidden={said === 'soFar' || undefined}>
          {said === 'soFar' ? t('preflight.soFarText', { count }) : t(`preflight.${said}Text`)}
        </span>
      </p>
      <ul className={classes.checks}>
        {checks.map((one) => (
          <Check key={one.check} broadcast={broadcast} {...one} />
        ))}
      </ul>
    </section>
  );
}

function Check({ check, state, broadcast }: PreflightCheck & { broadcast: Broadcast }) {
  const { t } = useTranslation('live');
  const values = useValues(broadcast);
  const Icon = icons[state];
  const isCounting =
    check === 'steady' && state === 'wait' && broadcast.preflight.steadySeconds > 0;
  const said = isCounting
    ? t('check.steady.counting', values)
    : t(`check.${check}.${state}`, values);
  return (
    <li className={classes.check} data-state={state}>
      <Icon size={20} aria-hidden />
      <span>
        <strong>{t(`check.${check}`)}</strong> <span className={classes.said}>{said}</span>
      </span>
    </li>
  );
}

/** The figures that stand in the sentences, as they are written in this language. */
function useValues({ health, preflight }: Broadcast) {
  const { language } = useTranslation('live');
  const { source = null } = health ?? {};
  const number = (value: number, digits = 0) =>
    formatNumber(Math.round(value * 10 ** digits) / 10 ** digits, language);
  return {
    width: String(source?.width ?? 0),
    height: String(source?.height ?? 0),
    frames: number(health?.framesPerSecond ?? 0),
    wantedFrames: number(source?.framesPerSecond ?? 0),
    bitrate: number((health?.bitsPerSecond ?? 0) / 1_000_000, 1),
    wanted: number(wantedFor(source).kilobits / 1000, 1),
    keyframes: number(health?.keyframeSeconds ?? 0, 1),
    channels: source?.sound?.channels ?? 0,
    seconds: preflight.steadySeconds,
    enough: steadyEnough,
  };
}
