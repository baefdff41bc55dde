import { Text } from '@mantine/core';
import { IconPackage, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { type Shipment, shipmentStates, shipmentsContract } from '#contract/shipments.ts';
import { api, download } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable, type TablePage } from '#web/ui/data-table.tsx';
import type { BulkAction } from '#web/ui/table-bulk.tsx';
import { When } from '#web/ui/when.tsx';
import { ShipmentBadge } from '../shared/shipment-badge.tsx';
import { AddressLines } from './address-lines.tsx';
import { ShipmentActions } from './shipment-actions.tsx';

/** What was sold and somebody waits for. */
export function ShipmentsList({ page }: { page: TablePage<Shipment> }) {
  const { t } = useTranslation('shipments');
  const columns = useColumns();
  const bulk = useBulk();
  return (
    <DataTable
      id="shipments"
      caption={t('title')}
      page={page}
      rowKey={(row) => row.id}
      rowName={(row) => row.address?.name ?? row.buyer.name}
      columns={columns}
      searchLabel={t('search')}
      filters={[
        {
          name: 'state',
          label: t('filter.state'),
          options: shipmentStates.map((value) => ({ value, label: t(`state.${value}`) })),
        },
        {
          name: 'method',
          label: t('filter.method'),
          options: (['post', 'pickup'] as const).map((value) => ({
            value,
            label: t(`method.${value}`),
          })),
        },
      ]}
      exports={{ endpoint: shipmentsContract.exportShipments }}
      bulk={bulk}
      empty={{ icon: IconPackage, title: t('none'), text: t('noneText') }}
      rowActions={(row) => <ShipmentActions shipment={row} />}
    />
  );
}

function useColumns(): Column<Shipment>[] {
  const { t } = useTranslation('shipments');
  return [
    {
      id: 'what',
      label: t('column.what'),
      value: (row) => <Contents shipment={row} />,
      main: true,
    },
    { id: 'to', label: t('column.to'), value: (row) => <AddressLines shipment={row} /> },
    {
      id: 'state',
      label: t('column.state'),
      value: (row) => <ShipmentBadge shipment={row} />,
      card: 'badge',
    },
    {
      id: 'ordered',
      label: t('column.ordered'),
      value: (row) => (
        <>
          <When instant={row.createdAt} style="date" />
          <Text span display="block" size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t('order', { number: row.orderNumber })}
          </Text>
        </>
      ),
      card: 'named',
    },
    {
      id: 'tracking',
      label: t('column.tracking'),
      value: (row) => [row.carrier, row.trackingCode].filter(Boolean).join(' · '),
      card: 'named',
    },
    {
      id: 'channel',
      label: t('column.channel'),
      value: (row) => row.channel.title,
      spare: true,
    },
  ];
}

function Contents({ shipment: { items } }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments');
  return items.map(({ lineId, title, quantity, givenBack }) => (
    <div key={lineId}>
      {quantity > 1 ? `${quantity} × ${title}` : title}
      {givenBack && (
        <Text size="xs" c="dimmed">
          {t('givenBack')}
        </Text>
      )}
    </div>
  ));
}

/** All or none are marked as sent: the server says so, and then so it went with each. */
function useBulk(): BulkAction<Shipment>[] {
  const { t } = useTranslation('shipments');
  return [
    {
      id: 'send',
      label: t('bulk.send'),
      icon: <IconTruckDelivery size={16} aria-hidden />,
      possible: (row) => row.can.send,
      question: (rows) => ({
        title: t('bulk.ask', { count: rows.filter(({ can }) => can.send).length }),
        text: t('bulk.askText'),
        confirmLabel: t('bulk.send'),
      }),
      run: async (rows) => {
        const ids = rows.filter(({ can }) => can.send).map(({ id }) => id);
        await api(shipmentsContract.sendShipments, { body: { ids } });
        return rows.map(({ id, can }) =>
          can.send ? { id, done: true } : { id, done: false, message: t('state.sent') },
        );
      },
    },
    {
      id: 'label',
      label: t('bulk.label'),
      icon: <IconPrinter size={16} aria-hidden />,
      possible: (row) => row.can.label,
      run: async (rows) => {
        const ids = rows.filter(({ can }) => can.label).map(({ id }) => id);
        await download(shipmentsContract.getLabels, { query: { ids: ids.join(',') } });
        return rows.map(({ id, can }) =>
          can.label ? { id, done: true } : { id, done: false, message: t('bulk.notPost') },
        );
      },
    },
  ];
}
