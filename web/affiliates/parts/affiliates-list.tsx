import { Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { Fragment } from 'react';
import {
  type Affiliate,
  type AffiliateChoice,
  type AffiliateSum,
  affiliateStates,
  affiliatesContract,
} from '#contract/affiliates.ts';
import { formatNumber, formatShare } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable, type TablePage } from '#web/ui/data-table.tsx';
import { Price } from '#web/ui/price.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { AffiliateActions } from './affiliate-actions.tsx';
import { CopyAddress } from './copy-address.tsx';

type Props = { page: TablePage<Affiliate>; choices: AffiliateChoice[] };

/** The affiliates of an organizer with what they brought, by the books. */
export function AffiliatesList({ page, choices }: Props) {
  const { t } = useTranslation('affiliates');
  const columns = useColumns();
  return (
    <DataTable
      id="affiliates"
      page={page}
      exports={{ endpoint: affiliatesContract.exportAffiliates }}
      caption={t('title')}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      searchLabel={t('search')}
      filters={[
        {
          name: 'channel',
          label: t('channel'),
          options: choices.map(({ slug, title }) => ({ value: slug, label: title })),
        },
        {
          name: 'state',
          label: t('state.label'),
          options: affiliateStates.map((value) => ({ value, label: t(`state.${value}`) })),
        },
      ]}
      columns={columns}
      empty={{ icon: IconLink, title: t('none'), text: t('noneText') }}
      rowActions={(row) => <AffiliateActions affiliate={row} />}
    />
  );
}

function useColumns(): Column<Affiliate>[] {
  const { t, language } = useTranslation('affiliates');
  return [
    { id: 'name', label: t('name'), value: (row) => <Who affiliate={row} />, main: true },
    {
      id: 'state',
      label: t('state.label'),
      value: ({ state }) => (
        <StatusBadge tone={state === 'active' ? 'good' : 'quiet'}>
          {t(`state.${state}`)}
        </StatusBadge>
      ),
      card: 'badge',
    },
    {
      id: 'thing',
      label: t('thing'),
      value: ({ product, channel }) =>
        product?.title ?? t('wholeChannel', { channel: channel.title }),
      card: 'line',
    },
    { id: 'link', label: t('link'), value: (row) => <CopyAddress affiliate={row} /> },
    {
      id: 'clicks',
      label: t('clicks'),
      value: ({ clicks }) => formatNumber(clicks, language),
      align: 'right',
      card: 'named',
    },
    {
      id: 'orders',
      label: t('orders'),
      value: ({ orders }) => formatNumber(orders, language),
      align: 'right',
      card: 'named',
    },
    {
      id: 'sold',
      label: t('sold'),
      value: ({ sums }) =>
        sums.length > 0 ? <Amounts sums={sums} of={({ base }) => base} /> : null,
      align: 'right',
      card: 'named',
    },
    {
      id: 'share',
      label: t('commission'),
      value: ({ commission }) => formatShare(commission / 10_000, language),
      align: 'right',
      card: 'named',
    },
    {
      id: 'owed',
      label: t('owed'),
      value: ({ sums }) =>
        sums.length > 0 ? <Amounts sums={sums} of={({ commission }) => commission} /> : null,
      align: 'right',
      card: 'named',
    },
  ];
}

function Who({ affiliate: { name, code } }: { affiliate: Affiliate }) {
  return (
    <>
      {name}
      <Text size="xs" c="dimmed" fw={400}>
        {code}
      </Text>
    </>
  );
}

type AmountsProps = { sums: AffiliateSum[]; of: (sum: AffiliateSum) => number };

/** One amount for each currency. */
function Amounts({ sums, of }: AmountsProps) {
  return (
    <>
      {sums.map((sum, at) => (
        <Fragment key={sum.currency}>
          {at > 0 && <br />}
          <Price amount={of(sum)} currency={sum.currency} />
        </Fragment>
      ))}
    </>
  );
}
