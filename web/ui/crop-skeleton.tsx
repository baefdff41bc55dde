import { useTranslation } from '#web/platform/words.ts';
import classes from './crop.module.css';
import { Skeleton } from './skeletons.tsx';

/** As high as the pane in which a picture is cut. */
export function CropSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <div role="status" className={classes.pane}>
      <span className="said">{t('loading')}</span>
      <div className={classes.stage} aria-hidden="true">
        <Skeleton height="100%" />
      </div>
      <div aria-hidden="true">
        <Skeleton height="2.25rem" />
      </div>
    </div>
  );
}
