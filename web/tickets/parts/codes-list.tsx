import { Button } from '@mantine/core';
import { IconTicket, IconTicketOff } from '@tabler/icons-react';
import {
  type Coupon,
  type CouponCodeRow,
  type CouponCodeState,
  couponCodeStates,
  ticketsContract,
} from '#contract/tickets.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { type Column, DataTable, type TablePage } from '#web/ui/data-table.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';

type Props = { coupon: Coupon; page: TablePage<CouponCodeRow> };

/** Each code of a batch: whether it can still be used, and who has used it. */
export function CodesList({ coupon, page }: Props) {
  const { t } = useTranslation('tickets');
  const columns = useColumns();
  return (
    <DataTable
      id="codes"
      page={page}
      caption={t('codes.title')}
      rowKey={(row) => row.code}
      searchLabel={t('codes.search')}
      filters={[
        {
          name: 'state',
          label: t('codes.state.label'),
          options: couponCodeStates.map((value) => ({ value, label: t(`codes.state.${value}`) })),
        },
      ]}
      columns={columns}
      empty={{ icon: IconTicket, title: t('codes.none') }}
      rowActions={(row) => row.can.revoke && <RevokeCode id={coupon.id} code={row.code} />}
    />
  );
}

const tones: Record<CouponCodeState, 'good' | 'quiet' | 'bad'> = {
  free: 'good',
  reserved: 'quiet',
  used: 'quiet',
  revoked: 'bad',
  expired: 'quiet',
};

function useColumns(): Column<CouponCodeRow>[] {
  const { t } = useTranslation('tickets');
  return [
    { id: 'code', label: t('codes.code'), value: ({ code }) => <code>{code}</code>, main: true },
    {
      id: 'state',
      label: t('codes.state.label'),
      value: ({ state }) => (
        <StatusBadge tone={tones[state]}>{t(`codes.state.${state}`)}</StatusBadge>
      ),
      card: 'badge',
    },
    {
      id: 'usedBy',
      label: t('codes.usedBy'),
      value: ({ usedBy }) => usedBy && `${usedBy.name} · ${usedBy.email}`,
      card: 'named',
    },
    {
      id: 'usedAt',
      label: t('codes.usedAt'),
      value: ({ usedAt }) => (usedAt ? <When instant={usedAt} /> : null),
      card: 'named',
    },
  ];
}

function RevokeCode({ id, code }: { id: string; code: string }) {
  const { t } = useTranslation('tickets');
  const confirm = useConfirm();
  const act = useAct();
  const revoke = async () => {
    const isSure = await confirm({
      title: t('codes.revokeTitle', { code }),
      text: t('codes.revokeText'),
      confirmLabel: t('coupons.revoke'),
      danger: true,
    });
    if (!isSure) return;
    const deed = () => api(ticketsContract.revokeCode, { params: { id, code } });
    await act.run(deed, { done: t('codes.revoked', { code }) });
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={act.busy}
      leftSection={<IconTicketOff size={16} aria-hidden />}
      onClick={() => void revoke()}
    >
      {t('coupons.revoke')}
    </Button>
  );
}
