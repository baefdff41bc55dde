import { Box, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { TicketCard } from '#contract/sales.ts';
import type { PlaybackState } from '#contract/tickets.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import { isDue, wayOf } from './my-shows.ts';
import { WayIn } from './way-in.tsx';

const tones: Partial<Record<PlaybackState, 'good' | 'wait' | 'quiet' | 'live' | 'bad'>> = {
  live: 'live',
  ready: 'good',
  countdown: 'wait',
  waiting: 'wait',
  not_yet_available: 'wait',
  misconfigured: 'bad',
  cancelled: 'bad',
};

export function TicketState({ item }: { item: TicketCard }) {
  const { t } = useTranslation('sales');
  const { state, late } = item;
  const due = late ? 'late' : 'due';
  return (
    <StatusBadge tone={tones[state] ?? 'quiet'}>
      {t(`state.${isDue(item) ? due : state}`)}
    </StatusBadge>
  );
}

/** A ticket as it hangs in My space: what it opens, when, and the way in. */
export function TicketStub({ item }: { item: TicketCard }) {
  const { product, session, state } = item;
  const way = wayOf(state);
  return (
    <Card padding={0} radius="md" withBorder h="100%">
      <Link to={`/player/${product.slug}`} tabIndex={-1} aria-hidden>
        <PictureView
          picture={product.picture}
          alt=""
          sizes="(min-width: 80em) 24rem, (min-width: 60em) 33vw, (min-width: 37.5em) 50vw, 100vw"
        />
      </Link>
      <Stack gap="xs" p="md" style={{ flex: 1 }}>
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed" truncate>
            {product.channel.title}
          </Text>
          {/* What comes hangs under a heading that says so, with its date. */}
          {state !== 'not_yet_available' && <TicketState item={item} />}
        </Group>
        <Title order={3} size="h4" lineClamp={2}>
          {product.title}
        </Title>
        {session && (
          <Text size="sm">
            <When instant={session.startsAt} />
          </Text>
        )}
        <Box style={{ flex: 1 }} />
        <WayIn
          slug={product.slug}
          way={way}
          show={product.title}
          rehearsal={product.rehearsal}
          variant={state === 'live' || way === 'watch' ? 'filled' : 'light'}
        />
      </Stack>
    </Card>
  );
}
