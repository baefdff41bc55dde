import { Button } from '@mantine/core';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { affiliatesContract } from '#contract/affiliates.ts';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { salesContract } from '#contract/sales.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { salesAddress, salesShownIn, useSalesAddress } from '../parts/sales-address.ts';
import { SalesList } from '../parts/sales-list.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const query = tableQuery(request, ['state', 'affiliate', ...salesAddress]);
  const [page, narrowed, affiliates] = await Promise.all([
    api(salesContract.listAllSales, { query }),
    api(salesContract.nameSalesShown, { query: salesShownIn(query) }),
    api(affiliatesContract.listAllAffiliateNames),
  ]);
  return { page, narrowed, affiliates: affiliates.items };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('sales', ({ t }) => ({ title: t('sale.all'), noIndex: true }));

const slugs = ({ items }: { items: { slug: string; title: string }[] }) =>
  items.map(({ slug: value, title: label }) => ({ value, label }));

const sought = {
  products: async (q: string) =>
    slugs(await api(catalogContract.listAllProducts, { query: q ? { q } : {} })),
  channels: async (q: string) =>
    slugs(await api(channelsContract.listChannels, { query: q ? { q } : {} })),
};

export default function ManageSalesPage() {
  const { page, narrowed, affiliates } = useLoaderData<typeof clientLoader>();
  const address = useSalesAddress();
  const { t } = useTranslation('sales');
  return (
    <>
      <PageHead
        title={t('sale.all')}
        lead={t('sale.lead')}
        actions={
          <>
            <Button component={Link} to="/manage/subscribers" variant="default">
              {t('sale.subscribers')}
            </Button>
            <Button component={Link} to="/manage/sales/payouts" variant="default">
              {t('sale.payouts')}
            </Button>
          </>
        }
      />
      <SalesList
        id="manage-sales"
        page={page}
        affiliates={affiliates}
        sought={sought}
        narrowed={narrowed}
        exports={{ endpoint: salesContract.exportAllSales, also: address }}
        orderLink={(sale) => `/manage/sales/${sale.id}`}
        productLink={(sale) => `/manage/products/${sale.product.slug}`}
      />
    </>
  );
}
