import { SimpleGrid, Stack, Text } from '@mantine/core';
import {
  type Subscriber,
  type SubscribersTotal,
  subscriptionStatuses,
} from '#contract/subscriptions.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable, type TablePage } from '#web/ui/data-table.tsx';
import type { ListExport } from '#web/ui/export-menu.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import { SubscriptionBadge } from './status-badge.tsx';

type Props = {
  id: string;
  page: TablePage<Subscriber> & { totals: SubscribersTotal[] };
  exports: ListExport;
};

/** Who subscribes to what, with what it brings a month above it. */
export function SubscribersList({ id, page, exports }: Props) {
  const { t } = useTranslation('subscriptions');
  const columns = useColumns();
  return (
    <Stack gap="lg">
      {page.totals.map((total) => (
        <Totals key={total.currency} total={total} />
      ))}
      <DataTable
        id={id}
        page={page}
        exports={exports}
        caption={t('subscribers.title')}
        rowKey={(row) => row.id}
        searchLabel={t('subscribers.search')}
        filters={[
          {
            name: 'status',
            label: t('subscribers.status'),
            options: subscriptionStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
          },
        ]}
        columns={columns}
        empty={{ title: t('subscribers.none'), text: t('subscribers.noneText') }}
      />
    </Stack>
  );
}

function useColumns(): Column<Subscriber>[] {
  const { t } = useTranslation('subscriptions');
  return [
    {
      id: 'person',
      label: t('subscribers.person'),
      value: (row) => <Person of={row} />,
      main: true,
    },
    {
      id: 'channel',
      label: t('subscribers.channel'),
      value: (row) => row.channel?.title ?? t('site.whole'),
    },
    {
      id: 'status',
      label: t('subscribers.status'),
      value: (row) => <SubscriptionBadge of={row} />,
      card: 'badge',
    },
    {
      id: 'since',
      label: t('mine.since'),
      value: (row) => <When instant={row.since} style="date" />,
      card: 'named',
    },
    {
      id: 'until',
      label: t('mine.until'),
      value: (row) =>
        row.validUntil ? <When instant={row.validUntil} style="date" /> : t('mine.forGood'),
      card: 'named',
    },
    {
      id: 'months',
      label: t('subscribers.months'),
      value: (row) => row.months,
      align: 'right',
      card: 'named',
    },
    {
      id: 'total',
      label: t('subscribers.price'),
      value: (row) => <Total of={row} />,
      align: 'right',
      card: 'side',
    },
  ];
}

/** By the month, unless it is said. */
function Total({ of: { total, currency, term } }: { of: Subscriber }) {
  const { t } = useTranslation('subscriptions');
  return (
    <div>
      <Price amount={total} currency={currency} />
      {term !== 'month' && (
        <Text size="xs" c="dimmed">
          {t(`mine.price.${term}`)}
        </Text>
      )}
    </div>
  );
}

function Person({ of: { person } }: { of: Subscriber }) {
  const { email } = person;
  const name = `${person.name} ${person.surname}`.trim();
  if (!name) return <Text size="sm">{email}</Text>;
  return (
    <div>
      <Text size="sm">{name}</Text>
      <Text size="xs" c="dimmed">
        {email}
      </Text>
    </div>
  );
}

function Totals({ total }: { total: SubscribersTotal }) {
  const { t } = useTranslation('subscriptions');
  const { currency, subscribed, cancelled, monthly } = total;
  return (
    <Panel title={t('subscribers.totals', { currency })}>
      <SimpleGrid cols={{ base: 2, sm: 3 }} component="dl" m={0}>
        <Figure label={t('subscribers.sum.subscribed')}>{subscribed}</Figure>
        <Figure label={t('subscribers.sum.cancelled')}>{cancelled}</Figure>
        <Figure label={t('subscribers.sum.monthly')}>
          <Price amount={monthly} currency={currency} />
        </Figure>
      </SimpleGrid>
    </Panel>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fw={650} fz="lg">
        {children}
      </Text>
    </div>
  );
}
