import { useTranslation } from '#web/platform/words.ts';
import classes from './rich-text.module.css';
import { Skeleton } from './skeletons.tsx';

/** As high as the editor, with a bar of tools above. */
export function RichTextSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.frame} role="status">
      <span className="said">{t('loading')}</span>
      <div className={classes.tools} aria-hidden="true">
        <Skeleton height="2.25rem" width="min(22rem, 100%)" />
      </div>
      <div className={classes.waiting} aria-hidden="true">
        <Skeleton height="0.9rem" width="70%" />
        <Skeleton height="0.9rem" width="90%" />
        <Skeleton height="0.9rem" width="45%" />
      </div>
    </div>
  );
}
