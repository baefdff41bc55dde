import { Anchor } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Coupon } from '#contract/tickets.ts';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable, type TablePage } from '#web/ui/data-table.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import { CouponActs } from './coupon-acts.tsx';

/** The batches of an organizer; each leads to its codes. */
export function CouponsList({ page }: { page: TablePage<Coupon> }) {
  const { t } = useTranslation('tickets');
  const columns = useColumns();
  return (
    <DataTable
      id="coupons"
      page={page}
      caption={t('coupons.title')}
      rowKey={(row) => row.id}
      rowName={(row) => row.product.title}
      searchLabel={t('coupons.search')}
      columns={columns}
      empty={{ icon: IconTicket, title: t('coupons.noneYet'), text: t('coupons.noneText') }}
      rowActions={(row) => <CouponActs coupon={row} small />}
    />
  );
}

function useColumns(): Column<Coupon>[] {
  const { t, language } = useTranslation('tickets');
  const number = (count: number) => formatNumber(count, language);
  return [
    {
      id: 'product',
      label: t('coupons.product'),
      value: ({ id, product }) => (
        <Anchor component={Link} to={`/account/salescode/${id}`} fw={600}>
          {product.title}
        </Anchor>
      ),
      main: true,
    },
    {
      id: 'price',
      label: t('coupons.costs'),
      value: ({ total, currency }) => <Price amount={total} currency={currency} freeWord />,
      align: 'right',
      card: 'side',
    },
    {
      id: 'session',
      label: t('coupons.session'),
      value: ({ session }) =>
        session ? <When instant={session.startsAt} /> : t('coupons.everySession'),
      card: 'line',
    },
    {
      id: 'free',
      label: t('codes.state.free'),
      value: ({ counts }) => number(counts.free),
      align: 'right',
      card: 'named',
    },
    {
      id: 'used',
      label: t('codes.state.used'),
      value: ({ counts }) => number(counts.used),
      align: 'right',
      card: 'named',
    },
    {
      id: 'revoked',
      label: t('codes.state.revoked'),
      value: ({ counts }) => number(counts.revoked),
      align: 'right',
      spare: true,
    },
    {
      id: 'until',
      label: t('coupons.until'),
      value: ({ validUntil }) => (validUntil ? <When instant={validUntil} /> : null),
      card: 'named',
    },
    {
      id: 'made',
      label: t('coupons.madeAt'),
      value: ({ createdAt }) => <When instant={createdAt} style="date" />,
      card: 'named',
    },
  ];
}
