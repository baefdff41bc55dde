import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandSpotify,
  IconBrandX,
  IconBrandYoutube,
  IconBuildingStore,
  IconWorld,
} from '@tabler/icons-react';
import type { ChannelPage, SocialNetwork } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ChannelCover } from '../shared/channel-cover.tsx';
import { ChannelLogo } from '../shared/channel-logo.tsx';
import { classificationKey } from '../shared/classification.ts';
import classes from './channel-page.module.css';

type Props = { channel: ChannelPage };

/** Cover, logo, name, what it is about, and where else it is. */
export function ChannelHead({ channel }: Props) {
  const { t } = useTranslation('channels');
  const kind = classificationKey(channel.classification);
  return (
    <div className={classes.head}>
      <div className={classes.cover}>
        <ChannelCover cover={channel.cover} ratio={4} sizes="100vw" priority />
      </div>
      <div className={classes.inner}>
        <div className={classes.logo}>
          <ChannelLogo
            title={channel.title}
            logo={channel.logo ?? channel.profileImage}
            size="large"
          />
        </div>
        <div className={classes.words}>
          {kind && <p className={classes.kind}>{t(kind)}</p>}
          <h1>{channel.title}</h1>
          {channel.description && <p className={classes.text}>{channel.description}</p>}
          {channel.tags.length > 0 && (
            <ul className={classes.tags}>
              {channel.tags.map((tag) => (
                <li key={tag}>{tag}</li>
              ))}
            </ul>
          )}
        </div>
        <SocialLinks channel={channel} />
      </div>
    </div>
  );
}

const icons: Record<SocialNetwork, typeof IconWorld> = {
  spotify: IconBrandSpotify,
  youtube: IconBrandYoutube,
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  twitter: IconBrandX,
  website: IconWorld,
};
const networks = Object.keys(icons) as SocialNetwork[];

function SocialLinks({ channel }: Props) {
  const { t } = useTranslation('channels');
  const links = networks
    .map((network) => ({
      url: channel.social[network],
      label: t(`network.${network}`),
      Icon: icons[network],
    }))
    .concat({ url: channel.marketplaceUrl, label: t('page.shop'), Icon: IconBuildingStore })
    .filter(({ url }) => url !== '');
  if (links.length === 0) return null;
  return (
    <ul className={classes.links} aria-label={t('page.links')}>
      {links.map(({ url, label, Icon }) => (
        <li key={label}>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc" title={label}>
            <Icon size={22} stroke={1.7} aria-hidden />
            <span className="said">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
