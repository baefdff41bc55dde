import { catalogContract } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { useSampleBulk } from '#web/previews/parts/sample-bulk.tsx';
import { lighthouse, longTitle } from '#web/previews/parts/sample-shows.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Price } from '#web/ui/price.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';

const rows = [
  lighthouse,
  { ...lighthouse, slug: 'quijote', title: longTitle, live: { viewers: 3 } },
];

function Table({ items, desk }: { items: typeof rows; desk?: boolean }) {
  const { t } = useTranslation('previews');
  const bulk = useSampleBulk<(typeof rows)[number]>();
  return (
    <DataTable
      page={{ items, total: items.length, page: 1, size: 20 }}
      id={desk ? 'styleguide' : undefined}
      rowKey={({ slug }) => slug}
      rowName={({ title }) => title}
      bulk={desk ? bulk : []}
      exports={desk ? { endpoint: catalogContract.exportProducts } : undefined}
      searchLabel={items.length > 0 ? t('sample.search') : undefined}
      caption={t('sample.show')}
      columns={[
        {
          id: 'title',
          label: t('sample.show'),
          sort: 'title',
          main: true,
          value: (row) => row.title,
        },
        {
          id: 'state',
          label: t('sample.state'),
          value: (row) => (
            <StatusBadge tone={row.live ? 'live' : 'good'}>
              {t(row.live ? 'tone.live' : 'tone.good')}
            </StatusBadge>
          ),
        },
        {
          id: 'when',
          label: t('sample.when'),
          sort: 'session',
          value: ({ session }) => session && <When instant={session.startsAt} style="short" />,
        },
        {
          id: 'price',
          label: t('sample.price'),
          align: 'right',
          value: ({ price }) => <Price amount={price.total} currency={price.currency} />,
        },
      ]}
      empty={{ title: t('sample.noTickets'), text: t('sample.noTicketsText') }}
    />
  );
}

export const piece: Piece = {
  name: 'DataTable',
  group: 'lists',
  wide: true,
  samples: [
    { state: 'normal', Show: () => <Table items={rows} /> },
    { state: 'several', Show: () => <Table items={rows} desk /> },
    { state: 'empty', Show: () => <Table items={[]} /> },
  ],
};
