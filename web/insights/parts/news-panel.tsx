import { Link } from 'react-router';
import type { Overview } from '#contract/insights.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './globalview.module.css';

type News = Overview['notifications'];

/** The last notifications, newest first. */
export function NewsPanel({ news }: { news: News }) {
  const { t } = useTranslation('insights');
  return (
    <Panel title={t('news.title')}>
      {news.length === 0 ? (
        <p className={classes.none}>{t('news.none')}</p>
      ) : (
        <ul className={classes.list}>
          {news.map((one) => (
            <li key={one.id} className={classes.news}>
              <span className={classes.subject}>
                {one.path ? (
                  <Link to={one.path} className={classes.link}>
                    {one.subject}
                  </Link>
                ) : (
                  one.subject
                )}
                {!one.read && <em className={classes.unread}>{t('news.unread')}</em>}
              </span>
              <span>{one.content}</span>
              <span className={classes.quiet}>
                <When instant={one.at} style="short" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
