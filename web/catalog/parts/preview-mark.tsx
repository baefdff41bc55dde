import { IconEye } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './preview-mark.module.css';

/** A page that looks like the real one says that it is not. */
export function PreviewMark() {
  const { t } = useTranslation('catalog');
  return (
    <p className={classes.mark} role="note">
      <IconEye size={18} aria-hidden />
      {t('preview.mark')}
    </p>
  );
}
