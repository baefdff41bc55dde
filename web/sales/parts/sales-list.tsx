import { SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { AffiliateName } from '#contract/affiliates.ts';
import { orderStates } from '#contract/orders.ts';
import type { Sale, SalesShown, SalesTotal } from '#contract/sales.ts';
import { BroughtBy } from '#web/affiliates/shared/brought-by.tsx';
import { useAffiliateFilter } from '#web/affiliates/shared/use-affiliate-filter.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Address } from '#web/ui/address.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { ListExport } from '#web/ui/export-menu.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import { OrderNumber } from '../shared/order-number.tsx';
import { SaleState } from './money-back.tsx';
import { NarrowSales, type SalesSought } from './narrow-sales.tsx';
import { SaleActions } from './sale-actions.tsx';
import { useSaleDialogs } from './sale-dialogs.tsx';
import { salesAddress } from './sales-address.ts';
import { SumGivenBack } from './sum-given-back.tsx';

type Page = {
  items: Sale[];
  total: number;
  page: number;
  size: number;
  totals: SalesTotal[];
};

/** The sales that a person may see, with the sums of the ledger above them. */
export function SalesList({
  id,
  page,
  exports,
  productLink,
  orderLink,
  affiliates,
  sought,
  narrowed,
  mine = false,
}: {
  id: string;
  page: Page;
  exports: ListExport;
  productLink: (sale: Sale) => string;
  /** Where its order is seen whole. */
  orderLink: (sale: Sale) => string;
  /** Those to filter by; with none there is no such filter. */
  affiliates: AffiliateName[];
  /** Where the channels and products are found to which the list is narrowed down. */
  sought: SalesSought;
  narrowed: SalesShown;
  /** The sales of whoever looks at them: what is left is theirs, and so is each invoice. */
  mine?: boolean;
}) {
  const { t } = useTranslation('sales');
  const byAffiliate = useAffiliateFilter(affiliates);
  const { dialog, open } = useSaleDialogs();
  return (
    <Stack gap="lg">
      {dialog}
      {page.totals.map((total) => (
        <Totals key={total.currency} total={total} mine={mine} />
      ))}
      <DataTable
        id={id}
        page={page}
        exports={exports}
        caption={t('sale.mine')}
        rowKey={(row) => row.lineId}
        searchLabel={t('sale.search')}
        tools={<NarrowSales sought={sought} narrowed={narrowed} />}
        narrowedBy={salesAddress}
        filters={[
          {
            name: 'state',
            label: t('order.state'),
            options: orderStates.map((value) => ({ value, label: t(`orderState.${value}`) })),
          },
          ...byAffiliate,
        ]}
        columns={[
          {
            id: 'product',
            label: t('order.product'),
            value: (row) => <Sold sale={row} link={productLink(row)} />,
            main: true,
          },
          { id: 'customer', label: t('sale.customer'), value: (row) => <Customer sale={row} /> },
          {
            id: 'date',
            label: t('order.date'),
            value: (row) => (
              <>
                <When instant={row.paidAt ?? row.createdAt} style="date" />
                <Link to={orderLink(row)}>
                  <OrderNumber number={row.number} />
                </Link>
              </>
            ),
          },
          {
            id: 'state',
            label: t('order.state'),
            value: (row) => <SaleState sale={row} mine={mine} />,
            card: 'badge',
          },
          {
            id: 'invoice',
            label: t('sale.invoice'),
            value: (row) => row.invoiceNumber && <Invoice sale={row} mine={mine} />,
          },
          {
            id: 'fee',
            label: t('sale.fee'),
            // Nothing is taken of nothing: a zero would look like a fee that was waived.
            value: (row) =>
              row.total === 0 ? null : <Price amount={row.fee} currency={row.currency} />,
            align: 'right',
            card: 'named',
          },
          {
            id: 'organizer',
            label: t(mine ? 'sale.sum.you' : 'sale.sum.organizer'),
            value: (row) => row.paidAt && <Price amount={row.organizer} currency={row.currency} />,
            align: 'right',
            card: 'named',
            spare: true,
          },
          {
            id: 'total',
            label: t('price.total'),
            value: (row) => <SumGivenBack {...row} />,
            align: 'right',
            card: 'side',
          },
        ]}
        empty={{ title: t('sale.none'), text: t('sale.noneText') }}
        rowActions={(row) => <SaleActions sale={row} open={(deed) => open(row, deed)} />}
      />
    </Stack>
  );
}

/** What was sold, the bundle that it was a part of, and who brought the buyer. */
function Sold({ sale, link }: { sale: Sale; link: string }) {
  const { t } = useTranslation('sales');
  const { product, bundle, kind, affiliate } = sale;
  return (
    <div>
      {product.slug ? <Link to={link}>{product.title}</Link> : product.title}
      {bundle && (
        <Text size="xs" c="dimmed">
          {bundle.title}
        </Text>
      )}
      {isGiven(kind) && (
        <Text size="xs" c="dimmed">
          {t(`sale.kind.${kind}`)}
        </Text>
      )}
      <BroughtBy affiliate={affiliate} />
    </div>
  );
}

const isGiven = (kind: Sale['kind']) =>
  kind === 'gift' || kind === 'donation' || kind === 'support';

/** Numbers are counted by issuer: among those of several, each says whose it is. */
function Invoice({ sale, mine }: { sale: Sale; mine: boolean }) {
  const { name: site } = useBrand();
  if (mine) return sale.invoiceNumber;
  return (
    <div>
      {sale.invoiceNumber}
      <Text size="xs" c="dimmed">
        {sale.channel?.title ?? site}
      </Text>
    </div>
  );
}

function Customer({ sale }: { sale: Sale }) {
  const { name, surname, email } = sale.customer;
  return (
    <div>
      <Text size="sm">{`${name} ${surname}`.trim() || <Address>{email}</Address>}</Text>
      <Text size="xs" c="dimmed">
        <Address>{email}</Address>
      </Text>
    </div>
  );
}

function Totals({ total, mine }: { total: SalesTotal; mine: boolean }) {
  const { t } = useTranslation('sales');
  const figures = [
    ['taken', total.taken],
    ['refunded', total.refunded],
    ['tax', total.tax],
    ['fees', total.fees],
    ...(total.covered > 0 ? ([['covered', total.covered]] as const) : []),
    ['organizer', total.organizer],
    // Where nobody gives anything, two zeros say nothing.
    ...(total.donations ? ([['donations', total.donations]] as const) : []),
    ...(total.support ? ([['support', total.support]] as const) : []),
    ...(total.site ? ([['site', total.site]] as const) : []),
  ] as const;
  return (
    <Panel title={t('sale.totals', { currency: total.currency, count: total.orders })}>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: figures.length }} component="dl" m={0}>
        {figures.map(([name, amount]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {mine && name === 'organizer' ? t('sale.sum.you') : t(`sale.sum.${name}`)}
            </Text>
            <Text component="dd" m={0} fw={650} fz="lg">
              <Price amount={amount} currency={total.currency} />
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
