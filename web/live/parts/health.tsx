import { IconAlertTriangle } from '@tabler/icons-react';
import type { Broadcast, BroadcastHealth } from '#contract/live.ts';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './health.module.css';

type Props = { broadcast: Broadcast; health: BroadcastHealth };

const megabits = (bits: number, language: string): string =>
  formatNumber(Math.round(bits / 100_000) / 10, language);

/** How the transmission is doing: figures, what viewers can choose, and what could be better. */
export function Health({ broadcast, health }: Props) {
  const { t, language } = useTranslation('live');
  const figures = [
    [t('health.viewers'), formatNumber(broadcast.viewers, language)],
    [t('health.bitrate'), `${megabits(health.bitsPerSecond, language)} Mbit/s`],
    [t('health.frames'), formatNumber(Math.round(health.framesPerSecond), language)],
    [
      t('health.keyframes'),
      `${formatNumber(Math.round(health.keyframeSeconds * 10) / 10, language)} s`,
    ],
    [t('health.dropped'), formatNumber(health.droppedFrames, language)],
  ] as const;
  return (
    <section aria-label={t('health.title')} className={classes.health}>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {health.slate && <p className={classes.line}>{t('health.slate')}</p>}
      {health.renditions.length > 0 && (
        <p className={classes.line}>
          <strong>{t('health.renditions')}</strong>{' '}
          {health.renditions.map((one) => (
            <span key={one.name} className={classes.rendition}>
              {one.height}p ·{' '}
              {one.rests ? t('health.rests') : `${megabits(one.bitsPerSecond, language)} Mbit/s`}
            </span>
          ))}
        </p>
      )}
      {health.encoders.length > 0 && (
        <p className={classes.line}>
          <strong>{t('health.encoders')}</strong>{' '}
          {health.encoders.map((one) => (
            <span key={one.role} className={classes.rendition} data-air={one.onAir || undefined}>
              {t(`key.${one.role}`)} · {t(one.onAir ? 'health.onAir' : 'health.standby')}
            </span>
          ))}
        </p>
      )}
      {health.advice.length > 0 && (
        <ul className={classes.advice}>
          {health.advice.map((one) => (
            <li key={one}>
              <IconAlertTriangle size={18} aria-hidden />
              {t(`advice.${one}`)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
