import { Box, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { WishedSubscription as Wished } from '#contract/cart.ts';
import type { ChannelBrief } from '#contract/channels.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { formatDate } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useFollowed } from './use-followed.ts';
import classes from './wished-subscription.module.css';

type Props = {
  /** Null: to the whole site. */
  channel: ChannelBrief | null;
  /** Null while it cannot be had. */
  subscription: Wished | null;
  /** Its title leads to where it is told of. */
  linked?: boolean;
};

/** A subscription among what is bought: to what, by what it goes on, what it opens, when it renews. */
export function WishedSubscription({ channel, subscription, linked = false }: Props) {
  const { t } = useTranslation('subscriptions');
  const { title, path } = useFollowed(channel);
  const name = t('cart.of', { channel: title });
  return (
    <Group align="flex-start" wrap="nowrap" gap="md">
      <Box w={132} className={classes.picture}>
        {channel?.logo ? (
          <PictureView picture={channel.logo} alt="" sizes="76px" ratio={1} />
        ) : (
          <ThemeIcon size={76} radius={10} variant="light">
            <IconUsersGroup size={34} aria-hidden />
          </ThemeIcon>
        )}
      </Box>
      <Stack gap={2}>
        <Title order={2} size="h4" lineClamp={2}>
          {linked ? <Link to={channel ? path : '/subscribe'}>{name}</Link> : name}
        </Title>
        {subscription && <Told channel={channel} subscription={subscription} />}
      </Stack>
    </Group>
  );
}

function Told({ channel, subscription }: { channel: Props['channel']; subscription: Wished }) {
  const { t, language } = useTranslation('subscriptions');
  const zone = useViewerZone();
  const { term, products, renewsAt } = subscription;
  const opens = channel ? 'subscribe.opens' : 'site.opens';
  const opensNothing = channel ? 'subscribe.opensNone' : 'site.opensNothing';
  return (
    <>
      <Text size="sm">{t(`mine.price.${term}`)}</Text>
      <Text size="sm" c="dimmed">
        {products === 0 ? t(opensNothing) : t(opens, { count: products })}
      </Text>
      <Text size="sm" c="dimmed">
        {renewsAt === null
          ? t('subscribe.how.once')
          : t('cart.renews', { day: formatDate(renewsAt, { language, zone, style: 'date' }) })}
      </Text>
    </>
  );
}
