import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { SubscriptionCard } from '#contract/subscriptions.ts';
import { formatDate } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';

/** The card is kept: when it is charged first. */
export function CardIsKept({ subscription }: { subscription: SubscriptionCard }) {
  const { t, language } = useTranslation('subscriptions');
  const zone = useViewerZone();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form had the focus and is gone: without this a screen reader would hear nothing of it.
  useEffect(() => heading.current?.focus(), []);
  const { lastFour: card, nextCharge } = subscription;
  const day = nextCharge ? formatDate(nextCharge.at, { language, zone, style: 'date' }) : '';
  return (
    <Panel>
      <Stack align="center" ta="center" gap="md" py="lg">
        <ThemeIcon size={64} radius="xl" variant="light">
          <IconCreditCard size={34} />
        </ThemeIcon>
        <Title ref={heading} order={1} size="h2" tabIndex={-1}>
          {t('card.kept')}
        </Title>
        {day && (
          <Text maw={440}>{t(card ? 'card.keptText' : 'card.keptTextUnnamed', { day, card })}</Text>
        )}
        <Button component={Link} to="/mystuff/subscriptions" size="md">
          {t('paid.mine')}
        </Button>
      </Stack>
    </Panel>
  );
}
