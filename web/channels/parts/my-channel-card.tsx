import { Link } from 'react-router';
import type { MyChannelCard as Card } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ChannelCover } from '../shared/channel-cover.tsx';
import { ChannelLogo } from '../shared/channel-logo.tsx';
import { ChannelStateBadge } from '../shared/channel-state.tsx';
import classes from './my-channel-card.module.css';

/** An own channel: what it looks like, where it stands, how much is in it. */
export function MyChannelCard({ channel }: { channel: Card }) {
  const { t } = useTranslation('channels');
  return (
    <article className={classes.card}>
      <ChannelCover
        cover={channel.cover}
        ratio={3}
        sizes="(min-width: 80em) min(27vw, 33rem), (min-width: 60em) 37vw, (min-width: 40em) 47vw, 92vw"
      />
      <div className={classes.body}>
        <div className={classes.head}>
          <ChannelLogo title={channel.title} logo={channel.logo} />
          <h2>
            <Link to={`/account/channels/${channel.slug}`}>{channel.title}</Link>
          </h2>
        </div>
        <div className={classes.facts}>
          <ChannelStateBadge state={channel.state} />
          <span>{t('list.products', { count: channel.productCount })}</span>
        </div>
        {channel.stateReason && <p className={classes.reason}>{channel.stateReason}</p>}
      </div>
    </article>
  );
}
