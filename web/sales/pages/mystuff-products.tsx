import { Skeleton } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useLoaderData } from 'react-router';
import { catalogContract } from '#contract/catalog.ts';
import { salesContract, type TicketCard } from '#contract/sales.ts';
import { ProductCard } from '#web/catalog/shared/product-card.tsx';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Rail } from '#web/ui/rail.tsx';
import { CardsSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { sortShows } from '../parts/my-shows.ts';
import next from '../parts/next-show.module.css';
import { NextShow } from '../parts/next-show.tsx';
import { TicketStub } from '../parts/ticket-stub.tsx';
import { MySection, MySpace } from '../shared/my-space.tsx';

export async function clientLoader() {
  const { items, serverNow } = await api(salesContract.listMyTickets, { query: { size: 100 } });
  if (items.length > 0) return { items, serverNow, suggested: [] };
  const offered = await api(catalogContract.listProducts, { query: { sort: 'soon', size: 6 } });
  return { items, serverNow, suggested: offered.items };
}

/** Of the same shape as what comes: the next show, and cards below it. */
export const HydrateFallback = () => (
  <MySpace tab="products">
    <div className={next.next} aria-hidden="true">
      <div className={next.waitingPicture}>
        <Skeleton height="100%" radius={0} />
      </div>
      <div className={`${next.about} ${next.waiting}`}>
        <Skeleton height={20} width="40%" />
        <Skeleton height={36} width="80%" />
        <Skeleton height={20} width="55%" />
        <Skeleton height={42} width={180} mt="auto" />
      </div>
    </div>
    <div className={next.below}>
      <CardsSkeleton count={6} />
    </div>
  </MySpace>
);
export const meta = pageMeta('sales', ({ t }) => ({ title: t('mine.title'), noIndex: true }));

export default function MyProductsPage() {
  const { items, serverNow, suggested } = useLoaderData<typeof clientLoader>();
  useFreshOnNews();
  const { t } = useTranslation('sales');
  const inCurrency = useInCurrency();
  const shows = sortShows(items);
  if (items.length === 0) {
    return (
      <MySpace tab="products">
        <EmptyState
          icon={IconTicket}
          title={t('mine.noTickets')}
          text={t('mine.noTicketsText')}
          action={<ActionLink to={inCurrency('/search-results')}>{t('mine.discover')}</ActionLink>}
        />
        {suggested.length > 0 && (
          <Rail title={t('mine.coming')}>
            {suggested.map((card) => (
              <ProductCard key={card.id} card={card} among={suggested.length} />
            ))}
          </Rail>
        )}
      </MySpace>
    );
  }
  return (
    <MySpace tab="products">
      {shows.next && <NextShow item={shows.next} serverNow={serverNow} />}
      <Stubs title={t('mine.coming')} items={shows.coming} />
      <Stubs title={t('mine.recordings')} items={shows.recordings} />
      <Stubs title={t('mine.past')} items={shows.past} />
    </MySpace>
  );
}

function Stubs({ title, items }: { title: string; items: TicketCard[] }) {
  if (items.length === 0) return null;
  return (
    <MySection title={title}>
      <CardGrid as="ul">
        {items.map((item) => (
          <li key={item.ticket.id}>
            <TicketStub item={item} />
          </li>
        ))}
      </CardGrid>
    </MySection>
  );
}
