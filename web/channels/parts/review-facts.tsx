import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ReviewedChannel, socialNetworks } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryName } from '#web/ui/countries.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import { ChannelCover } from '../shared/channel-cover.tsx';
import { ChannelLogo } from '../shared/channel-logo.tsx';
import { classificationKey } from '../shared/classification.ts';
import classes from './review-facts.module.css';

type Props = { channel: ReviewedChannel };

/** Everything of a channel that a reviewer has to look at. */
export function ReviewFacts({ channel }: Props) {
  return (
    <div>
      <Appearance channel={channel} />
      <Papers channel={channel} />
      <Links channel={channel} />
    </div>
  );
}

function Appearance({ channel }: Props) {
  const { t } = useTranslation('channels');
  const kind = classificationKey(channel.classification);
  return (
    <Panel title={t('section.about')}>
      <div className={classes.pictures}>
        <ChannelCover cover={channel.cover} ratio={4} sizes="(min-width: 80em) 60vw, 95vw" />
        <div className={classes.round}>
          <figure>
            <ChannelLogo title={channel.title} logo={channel.logo} size="medium" />
            <figcaption>{t('field.logo')}</figcaption>
          </figure>
          {channel.profileImage && (
            <figure>
              <ChannelLogo title={channel.title} logo={channel.profileImage} size="medium" />
              <figcaption>{t('field.profileImage')}</figcaption>
            </figure>
          )}
        </div>
      </div>
      <Facts
        items={[
          { label: t('field.title'), value: channel.title },
          {
            label: t('field.description'),
            value: orMissing(channel.description, t('review.empty')),
          },
          {
            label: t('field.classification'),
            value: orMissing(kind && t(kind), t('review.empty')),
          },
          { label: t('field.tags'), value: channel.tags.join(', ') },
          { label: t('manage.created'), value: <When instant={channel.createdAt} style="date" /> },
        ]}
      />
    </Panel>
  );
}

function Papers({ channel }: Props) {
  const { t, language } = useTranslation('channels');
  const { billing, owner } = channel;
  const empty = t('review.empty');
  const country = countryName(billing.country, language);
  return (
    <Panel title={t('section.billing')}>
      <Facts
        items={[
          {
            label: t('manage.owner'),
            value: (
              <>
                {owner.name} · <Anchor href={`mailto:${owner.email}`}>{owner.email}</Anchor>
              </>
            ),
          },
          { label: t('field.businessName'), value: orMissing(channel.businessName, empty) },
          { label: t('field.taxId'), value: orMissing(billing.taxId, empty) },
          { label: t('field.address'), value: orMissing(billing.address, empty) },
          {
            label: t('field.city'),
            value: orMissing(`${billing.postalCode} ${billing.city}`.trim(), empty),
          },
          { label: t('field.country'), value: orMissing(country, empty) },
          { label: t('field.phone'), value: `${billing.prefix} ${billing.phone}`.trim() },
          { label: t('field.iban'), value: orMissing(grouped(billing.iban), empty) },
        ]}
      />
    </Panel>
  );
}

const grouped = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

const orMissing = (value: string | null | undefined, empty: string): ReactNode =>
  value || <span className={classes.empty}>{empty}</span>;

function Links({ channel }: Props) {
  const { t } = useTranslation('channels');
  const links = socialNetworks
    .map((network) => ({ label: t(`network.${network}`), url: channel.social[network] }))
    .concat({ label: t('field.marketplaceUrl'), url: channel.marketplaceUrl })
    .filter(({ url }) => url !== '');
  if (links.length === 0) return null;
  return (
    <Panel title={t('section.links')}>
      <Facts
        items={links.map(({ label, url }) => ({
          label,
          value: (
            <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow">
              {url}
            </Anchor>
          ),
        }))}
      />
    </Panel>
  );
}
