import type { ChannelCard } from '#contract/channels.ts';
import { ChannelCover } from '#web/channels/shared/channel-cover.tsx';
import { ChannelLogo } from '#web/channels/shared/channel-logo.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import classes from './featured-channel.module.css';

/** The channel that an administrator puts forward, as a band across the page. */
export function FeaturedChannel({ channel }: { channel: ChannelCard }) {
  const { t } = useTranslation('pages');
  return (
    <section className={classes.band} aria-labelledby="featured-channel">
      <div className={classes.cover}>
        <ChannelCover cover={channel.cover} ratio={2} sizes="(min-width: 60em) 45vw, 95vw" />
      </div>
      <div className={classes.words}>
        <p className={classes.what}>{t('home.featuredChannel')}</p>
        <div className={classes.name}>
          <ChannelLogo title={channel.title} logo={channel.logo} size="medium" />
          <h2 id="featured-channel">{channel.title}</h2>
        </div>
        <p className={classes.text}>{channel.description}</p>
        <ActionLink to={`/channels/${channel.slug}`} quiet>
          {t('home.seeChannel')}
        </ActionLink>
      </div>
    </section>
  );
}
