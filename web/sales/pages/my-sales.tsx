import { Button } from '@mantine/core';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { affiliatesContract } from '#contract/affiliates.ts';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { salesContract } from '#contract/sales.ts';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import type { Sought } from '#web/ui/sought.ts';
import { tableQuery } from '#web/ui/table-query.ts';
import { salesAddress, salesShownIn, useSalesAddress } from '../parts/sales-address.ts';
import { SalesList } from '../parts/sales-list.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const query = tableQuery(request, ['state', 'affiliate', ...salesAddress]);
  const [page, narrowed, affiliates, channels] = await Promise.all([
    api(salesContract.listSales, { query }),
    api(salesContract.nameMySalesShown, { query: salesShownIn(query) }),
    api(affiliatesContract.listAffiliateNames),
    api(channelsContract.listMyChannels),
  ]);
  return { page, narrowed, affiliates: affiliates.items, channels: channels.items };
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('sales', ({ t }) => ({ title: t('sale.mine'), noIndex: true }));

const products = async (q: string) => {
  const { items } = await api(catalogContract.listOwnProducts, { query: q ? { q } : {} });
  return items.map(({ slug: value, title: label }) => ({ value, label }));
};

export default function MySalesPage() {
  const { page, narrowed, affiliates, channels } = useLoaderData<typeof clientLoader>();
  useFreshOnNews();
  const address = useSalesAddress();
  const own = channels.map(({ slug: value, title: label }) => ({ value, label }));
  const fits = (words: string) => (one: Sought) =>
    one.label.toLowerCase().includes(words.toLowerCase());
  const sought = {
    products,
    ...(own.length > 1 ? { channels: async (words: string) => own.filter(fits(words)) } : {}),
  };
  const { t } = useTranslation('sales');
  const { t: word } = useTranslation('affiliates');
  const { t: codes } = useTranslation('tickets');
  return (
    <>
      <PageHead
        title={t('sale.mine')}
        lead={t('sale.lead')}
        actions={
          <>
            <Button component={Link} to="/account/subscribers" variant="default">
              {t('sale.subscribers')}
            </Button>
            <Button component={Link} to="/account/salescode" variant="default">
              {codes('coupons.title')}
            </Button>
            <Button component={Link} to="/account/affiliates" variant="default">
              {word('title')}
            </Button>
            <Button component={Link} to="/account/sales/payouts" variant="default">
              {t('sale.payouts')}
            </Button>
          </>
        }
      />
      <SalesList
        id="sales"
        mine
        page={page}
        affiliates={affiliates}
        sought={sought}
        narrowed={narrowed}
        exports={{ endpoint: salesContract.exportSales, also: address }}
        orderLink={(sale) => `/account/sales/${sale.id}`}
        productLink={(sale) =>
          `/account/channels/${sale.channel?.slug}/products/${sale.product.slug}`
        }
      />
    </>
  );
}
