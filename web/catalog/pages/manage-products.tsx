import { IconMovie, IconStarFilled } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import {
  catalogContract,
  type ProductRow,
  productStatuses,
  productTypes,
} from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Price } from '#web/ui/price.tsx';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { When } from '#web/ui/when.tsx';
import classes from '../parts/manage-products.module.css';
import { ProductStatusBadge } from '../shared/product-status.tsx';

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  api(catalogContract.listAllProducts, { query: tableQuery(request, ['status', 'type']) });
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('catalog', ({ t }) => ({ title: t('manage.title'), noIndex: true }));

function useColumns(): Column<ProductRow>[] {
  const { t } = useTranslation('catalog');
  return [
    {
      id: 'title',
      label: t('manage.product'),
      value: (row) => <TitleCell row={row} />,
      sort: 'title',
      main: true,
    },
    {
      id: 'status',
      label: t('manage.status'),
      value: (row) => <ProductStatusBadge status={row.status} />,
      card: 'badge',
      sort: 'status',
    },
    { id: 'type', label: t('manage.type'), value: (row) => t(`type.${row.type}`) },
    {
      id: 'session',
      label: t('manage.session'),
      value: (row) => row.session && <When instant={row.session.startsAt} style="short" />,
      sort: 'session',
    },
    {
      id: 'price',
      label: t('manage.price'),
      value: (row) => <Price amount={row.price.total} currency={row.price.currency} freeWord />,
      sort: 'price',
      card: 'side',
      align: 'right',
    },
    {
      id: 'createdAt',
      label: t('manage.created'),
      value: (row) => <When instant={row.createdAt} style="date" />,
      sort: 'createdAt',
      card: 'named',
    },
  ];
}

function TitleCell({ row }: { row: ProductRow }) {
  const { t } = useTranslation('catalog');
  return (
    <div className={classes.title}>
      <span>
        <Link to={`/manage/products/${row.slug}`}>{row.title}</Link>
        {row.featured && (
          <IconStarFilled size={14} className={classes.star} aria-label={t('manage.featured')} />
        )}
      </span>
      <span className={classes.quiet}>
        {/* Many channels are called as their organizer is. */}
        {[...new Set([row.channel.title, row.owner.name || row.owner.email])].join(' · ')}
      </span>
    </div>
  );
}

export default function ManageProductsPage() {
  const page = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('catalog');
  const columns = useColumns();
  const statuses = productStatuses.map((value) => ({ value, label: t(`status.${value}`) }));
  const types = productTypes.map((value) => ({ value, label: t(`type.${value}`) }));
  return (
    <>
      <PageHead title={t('manage.title')} lead={t('manage.lead')} />
      <DataTable
        id="manage-products"
        page={page}
        rowKey={(row) => row.id}
        columns={columns}
        filters={[
          { name: 'status', label: t('manage.status'), options: statuses },
          { name: 'type', label: t('manage.type'), options: types },
        ]}
        searchLabel={t('manage.search')}
        exports={{ endpoint: catalogContract.exportProducts }}
        empty={{
          icon: IconMovie,
          title: t('manage.none'),
          text: t('manage.noneText'),
        }}
      />
    </>
  );
}
