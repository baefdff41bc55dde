import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { Link, useLoaderData } from 'react-router';
import { salesContract } from '#contract/sales.ts';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { CardsSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { MySpace } from '../parts/my-space.tsx';
import { TicketStub } from '../parts/ticket-stub.tsx';

export const clientLoader = () => api(salesContract.listMyTickets, { query: { size: 100 } });
export const HydrateFallback = () => (
  <MySpace tab="products">
    <CardsSkeleton count={6} />
  </MySpace>
);
export const meta = pageMeta('sales', ({ t }) => ({ title: t('mine.title'), noIndex: true }));

export default function MyProductsPage() {
  const { items } = useLoaderData<typeof clientLoader>();
  useFreshOnNews();
  const { t } = useTranslation('sales');
  return (
    <MySpace tab="products">
      {items.length === 0 ? (
        <EmptyState
          icon={<IconTicket />}
          title={t('mine.noTickets')}
          text={t('mine.noTicketsText')}
          action={
            <Button component={Link} to="/">
              {t('mine.discover')}
            </Button>
          }
        />
      ) : (
        <CardGrid>
          {items.map((item) => (
            <TicketStub key={item.ticket.id} item={item} />
          ))}
        </CardGrid>
      )}
    </MySpace>
  );
}
