import { Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconFileInvoice, IconUsersGroup } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { useTranslation } from '#web/platform/words.ts';
import { downloadInvoice } from '#web/sales/shared/invoice-file.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useFollowed } from './use-followed.ts';

type Props = { order: Order /** Not the first one. */; again?: boolean };

/** The month is paid: what it opens, and the invoice. */
export function PaidMonth({ order, again = false }: Props) {
  const { t } = useTranslation('subscriptions');
  const heading = useRef<HTMLHeadingElement>(null);
  // The form had the focus and is gone: without this a screen reader would hear nothing of it.
  useEffect(() => heading.current?.focus(), []);
  const { id } = order;
  const { title, path, label } = useFollowed(order.channel);
  const invoice = order.invoices[0];
  return (
    <Panel>
      <Stack align="center" ta="center" gap="md" py="lg">
        <ThemeIcon size={64} radius="xl" variant="light">
          <IconUsersGroup size={34} />
        </ThemeIcon>
        <Title ref={heading} order={1} size="h2" tabIndex={-1}>
          {t(again ? 'paid.again' : 'paid.title', { channel: title })}
        </Title>
        <Text maw={440}>{t(again ? 'paid.againText' : 'paid.text')}</Text>
        <Group justify="center">
          <Button component={Link} to={path} size="md">
            {label}
          </Button>
          <Button component={Link} to="/mystuff/subscriptions" variant="default" size="md">
            {t('paid.mine')}
          </Button>
          {invoice && (
            <Button
              variant="default"
              size="md"
              leftSection={<IconFileInvoice size={18} aria-hidden />}
              onClick={() => void downloadInvoice(id, invoice)}
            >
              {t('paid.invoice')}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}
