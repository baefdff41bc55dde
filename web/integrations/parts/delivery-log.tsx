import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Delivery } from '#contract/integrations.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { type Column, DataTable, type TablePage } from '#web/ui/data-table.tsx';
import { When } from '#web/ui/when.tsx';
import { DeliveryBadge } from './webhook-badge.tsx';
import { endpointsOf, type Whose } from './whose.ts';

type Props = { whose: Whose; id: string; page: TablePage<Delivery> };

function useColumns(id: string): Column<Delivery>[] {
  const { t } = useTranslation('integrations');
  return [
    {
      id: 'type',
      label: t('log.event'),
      value: (row) => <Link to={`?webhook=${id}&delivery=${row.id}`}>{row.type}</Link>,
      main: true,
    },
    {
      id: 'state',
      label: t('log.state'),
      value: (row) => <DeliveryBadge state={row.state} />,
      card: 'badge',
    },
    {
      id: 'when',
      label: t('log.when'),
      value: (row) => <When instant={row.createdAt} style="short" />,
      card: 'line',
    },
    { id: 'status', label: t('log.answer'), value: (row) => <Answer {...row} />, card: 'named' },
    {
      id: 'tries',
      label: t('log.tries'),
      value: (row) => row.tries,
      align: 'right',
      card: 'named',
    },
    {
      id: 'next',
      label: t('log.next'),
      value: (row) => row.nextAt && <When instant={row.nextAt} style="short" />,
      card: 'named',
    },
  ];
}

/** What a receiver said, or why it could not. */
export function Answer({ status, fault }: Pick<Delivery, 'status' | 'fault'>) {
  const { t } = useTranslation('integrations');
  if (status !== null) return <span className="figures">{status}</span>;
  return fault ? t(`fault.${fault}`) : null;
}

/** What was sent in the last thirty days. */
export function DeliveryLog({ whose, id, page }: Props) {
  const { t } = useTranslation('integrations');
  const columns = useColumns(id);
  const states = ['waiting', 'delivered', 'failed'] as const;
  return (
    <DataTable
      id="webhook-deliveries"
      caption={t('log.title')}
      page={page}
      rowKey={(row) => row.id}
      columns={columns}
      filters={[
        {
          name: 'state',
          label: t('log.state'),
          options: states.map((value) => ({ value, label: t(`delivery.${value}`) })),
        },
      ]}
      empty={{ icon: IconInbox, title: t('log.none'), text: t('log.noneText') }}
      rowActions={(row) => row.can.resend && <Resend whose={whose} id={id} delivery={row} />}
    />
  );
}

export function Resend({ whose, id, delivery }: { whose: Whose; id: string; delivery: Delivery }) {
  const { t } = useTranslation('integrations');
  const act = useAct();
  const params = { id, deliveryId: delivery.id };
  const resend = () =>
    act.run(() => api(endpointsOf(whose).resend, { params }), { done: t('log.resent') });
  return (
    <Button size="compact-sm" variant="subtle" loading={act.busy} onClick={() => void resend()}>
      {t('log.resend')}
    </Button>
  );
}
