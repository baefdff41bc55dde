import { IconEye } from '@tabler/icons-react';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './live-sign.module.css';

/** LIVE, or what the clock plays as if it were, and how many watch: nobody is counted in the first seconds, not even who looks on. */
export function LiveSign({ viewers, byClock }: { viewers: number; byClock: boolean }) {
  const { t, language } = useTranslation('player');
  return (
    <span className={classes.sign}>
      <span className={classes.live}>
        <span className={classes.dot} aria-hidden="true" />
        {t(byClock ? 'premiere' : 'live')}
      </span>
      {viewers > 0 && (
        <span className={classes.viewers} title={t('viewers', { count: viewers })}>
          <IconEye size={18} aria-hidden />
          <span aria-hidden="true">{formatNumber(viewers, language)}</span>
          <span className="said">{t('viewers', { count: viewers })}</span>
        </span>
      )}
    </span>
  );
}
