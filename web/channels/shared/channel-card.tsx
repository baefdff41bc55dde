import { Link } from 'react-router';
import type { ChannelCard as Card } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './channel-card.module.css';
import { ChannelCover } from './channel-cover.tsx';
import { ChannelLogo } from './channel-logo.tsx';
import { classificationKey } from './classification.ts';

type Props = { channel: Card; headingLevel?: 2 | 3 };

/** A channel in a slider or grid: one link for the whole card. */
export function ChannelCard({ channel, headingLevel = 3 }: Props) {
  const { t } = useTranslation('channels');
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const kind = classificationKey(channel.classification);
  return (
    <article className={classes.card}>
      <div className={classes.cover}>
        <ChannelCover
          cover={channel.cover}
          ratio={2.4}
          sizes="(min-width: 80em) 24rem, (min-width: 37.5em) 45vw, 90vw"
        />
      </div>
      <div className={classes.body}>
        <ChannelLogo title={channel.title} logo={channel.logo} size="medium" />
        <Heading className={classes.title}>
          <Link to={`/channels/${channel.slug}`} className={classes.link}>
            {channel.title}
          </Link>
        </Heading>
        {kind && <p className={classes.kind}>{t(kind)}</p>}
        <p className={classes.text}>{channel.description}</p>
      </div>
    </article>
  );
}
