import { IconStarFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ReviewedChannelRow } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ChannelLogo } from '../shared/channel-logo.tsx';
import classes from './row-cells.module.css';

/** Logo, name, and a star for the one that the home page features. */
export function TitleCell({ channel }: { channel: ReviewedChannelRow }) {
  const { t } = useTranslation('channels');
  return (
    <span className={classes.title}>
      <ChannelLogo title={channel.title} logo={channel.logo} />
      <Link to={`/manage/channels/${channel.slug}`}>{channel.title}</Link>
      {channel.featured && (
        <IconStarFilled size={16} className={classes.star} aria-label={t('review.featured')} />
      )}
    </span>
  );
}

export function OwnerCell({ owner }: { owner: ReviewedChannelRow['owner'] }) {
  return (
    <span className={classes.owner}>
      {owner.name}
      <small>{owner.email}</small>
    </span>
  );
}
