import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import classes from './channel-tabs.module.css';

const tabs = [null, 'upcoming', 'past'] as const;
type Props = { slug: string; when: (typeof tabs)[number] };

/** All of the channel, what is to come, or what is over: three addresses. */
export function ChannelTabs({ slug, when }: Props) {
  const { t } = useTranslation('channels');
  return (
    <nav aria-label={t('page.shows')}>
      <ul className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={tab ? `?when=${tab}` : `/channels/${slug}`}
              aria-current={tab === when ? 'page' : undefined}
              preventScrollReset
              prefetch="intent"
            >
              {t(tab ? `page.${tab}` : 'page.everything')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
