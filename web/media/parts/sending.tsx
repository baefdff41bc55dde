import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceFor } from '#web/platform/error-words.ts';
import { formatShare } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { sizeWords } from './file-size.ts';
import classes from './film.module.css';
import { pauseUpload, type Running, resumeUpload } from './running-uploads.ts';

type Props = { id: string; running: Running; cancel: ReactNode };

/** A file on its way: how far, how fast, how long still; it can rest and go on. */
export function Sending({ id, running, cancel }: Props) {
  const { t, language } = useTranslation('media');
  const { is, fileName, size, sent } = running;
  const share = size > 0 ? sent / size : 0;
  return (
    <div className={classes.panel}>
      <p className={classes.line}>
        <strong className={classes.name}>{fileName}</strong>
        <span className={classes.quiet}>
          {formatShare(Math.floor(share * 100) / 100, language)}
        </span>
      </p>
      <Progress
        value={share * 100}
        color={is === 'sending' ? undefined : 'gray'}
        aria-label={t('sending.title')}
      />
      <p className={classes.quiet}>
        {t('sending.of', { sent: sizeWords(sent, language), size: sizeWords(size, language) })}
        <Pace running={running} />
      </p>
      <div role="status">
        {is === 'failed' && <p className={classes.fault}>{sentenceFor(running.error)}</p>}
        {is === 'paused' && <p className={classes.quiet}>{t('sending.paused')}</p>}
      </div>
      <div className={classes.buttons}>
        {is === 'sending' ? (
          <Button variant="default" size="xs" onClick={() => pauseUpload(id)}>
            {t('sending.pause')}
          </Button>
        ) : (
          <Button size="xs" onClick={() => resumeUpload(id)}>
            {t('sending.resume')}
          </Button>
        )}
        {cancel}
      </div>
      {is === 'sending' && <p className={classes.quiet}>{t('sending.stay')}</p>}
    </div>
  );
}

function Pace({ running: { pace, left } }: Pick<Props, 'running'>) {
  const { t, language } = useTranslation('media');
  if (pace === null || left === null) return null;
  const minutes = Math.ceil(left / 60);
  const rest =
    left < 60
      ? t('sending.soon')
      : minutes < 90
        ? t('sending.minutes', { count: minutes })
        : t('sending.hours', { count: Math.ceil(left / 3600) });
  return <>{` · ${t('sending.pace', { size: sizeWords(pace, language) })} · ${rest}`}</>;
}
