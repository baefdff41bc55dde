import { Anchor, Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconFileInvoice, IconPlayerPlay, IconTicket } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/sales.ts';
import { PushLine } from '#web/notices/shared/push-line.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { InstallLine } from '#web/ui/install-line.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import { When } from '#web/ui/when.tsx';
import { AddToCalendar } from '../shared/add-to-calendar.tsx';
import { downloadInvoice } from './invoice-file.ts';

/** The end of a purchase: the ticket is there, and where to go with it. */
export function Bought({ order }: { order: Order }) {
  const { t } = useTranslation('sales');
  const heading = useRef<HTMLHeadingElement>(null);
  // The form had the focus and is gone: without this a screen reader would hear nothing of it.
  useEffect(() => heading.current?.focus(), []);
  const line = order.lines[0];
  const invoice = order.invoices[0];
  return (
    <Panel>
      <Stack align="center" ta="center" gap="md" py="lg">
        <ThemeIcon size={64} radius="xl" variant="light">
          <IconTicket size={34} />
        </ThemeIcon>
        <Title ref={heading} order={1} size="h2" tabIndex={-1}>
          {t('bought.title')}
        </Title>
        <Text maw={440}>{t('bought.text', { title: line?.title ?? '' })}</Text>
        {line?.session && (
          <Text fw={600}>
            <When instant={line.session.startsAt} style="full" />
          </Text>
        )}
        <Group justify="center">
          <Button
            component={Link}
            to={`/player/${line?.productSlug}`}
            leftSection={<IconPlayerPlay size={18} />}
          >
            {t('bought.player')}
          </Button>
          <Button component={Link} to="/mystuff/products" variant="default">
            {t('bought.mine')}
          </Button>
        </Group>
        {line && (
          <Group justify="center" gap="xs">
            {line.session && (
              <AddToCalendar
                slug={line.productSlug}
                title={line.title}
                session={line.session}
                variant="subtle"
              />
            )}
            <ShareButton path={`/products/${line.productSlug}`} title={line.title} />
          </Group>
        )}
        {invoice && (
          <Anchor
            component="button"
            type="button"
            onClick={() => void downloadInvoice(order.id, invoice.number)}
          >
            <Group gap={6}>
              <IconFileInvoice size={18} />
              {t('bought.invoice', { number: invoice.number })}
            </Group>
          </Anchor>
        )}
        <PushLine text={t('bought.remind')} />
        <InstallLine />
      </Stack>
    </Panel>
  );
}
