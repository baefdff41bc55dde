import { IconMicrophone2 } from '@tabler/icons-react';
import { useWayToOrganize } from '#web/platform/way-to-organize.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import classes from './open-channel.module.css';

/** Behind the last channel there is room for another: the reader's own. */
export function OpenChannel() {
  const { t } = useTranslation('pages');
  const toOrganize = useWayToOrganize();
  return (
    <article className={classes.card}>
      <IconMicrophone2 size={36} stroke={1.5} aria-hidden className={classes.icon} />
      <h3>{t('home.yours')}</h3>
      <p>{t('home.yoursText')}</p>
      <ActionLink to={toOrganize} quiet>
        {t('home.yoursAction')}
      </ActionLink>
    </article>
  );
}
