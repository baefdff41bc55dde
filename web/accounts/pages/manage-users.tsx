import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { approvals, type ManagedUser, usersContract } from '#contract/accounts.ts';
import { roles } from '#contract/shared/roles.ts';
import { useBulkMoves } from '#web/accounts/parts/bulk-moves.tsx';
import { UserActions } from '#web/accounts/parts/user-actions.tsx';
import { UserDrawer } from '#web/accounts/parts/user-drawer.tsx';
import { nameOf, UserName } from '#web/accounts/parts/user-name.tsx';
import { UserRoles, UserStates } from '#web/accounts/parts/user-states.tsx';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryName } from '#web/ui/countries.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { When } from '#web/ui/when.tsx';

const states = ['active', 'blocked', 'deleted', 'artist_requested'] as const;

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  api(usersContract.listUsers, {
    query: tableQuery(request, ['approval', 'role', 'state']) as never,
  });
export const HydrateFallback = () => <TableSkeleton rows={10} />;
export const meta = pageMeta('accounts', ({ t }) => ({ title: t('users.title'), noIndex: true }));

export default function ManageUsersPage() {
  const page = useLoaderData<typeof clientLoader>();
  const { t, language } = useTranslation('accounts');
  const [opened, setOpened] = useState<string | null>(null);
  const bulk = useBulkMoves();
  const user = page.items.find(({ id }) => id === opened) ?? null;
  return (
    <>
      <PageHead title={t('users.title')} lead={t('users.lead')} />
      <DataTable<ManagedUser>
        page={page}
        id="manage-users"
        rowKey={({ id }) => id}
        rowName={nameOf}
        columns={[
          {
            id: 'user',
            label: t('users.user'),
            value: (row) => <UserName user={row} onOpen={() => setOpened(row.id)} />,
            sort: 'name',
            main: true,
          },
          { id: 'roles', label: t('users.roles'), value: (row) => <UserRoles user={row} /> },
          {
            id: 'state',
            label: t('users.state'),
            value: (row) => <UserStates user={row} />,
            card: 'badge',
          },
          {
            id: 'country',
            label: t('users.country'),
            value: (row) => countryName(row.country, language),
          },
          {
            id: 'createdAt',
            label: t('users.created'),
            value: (row) => <When instant={row.createdAt} style="date" />,
            sort: 'createdAt',
            card: 'named',
          },
          {
            id: 'lastSeen',
            label: t('users.lastSeen'),
            value: (row) => row.lastSeenAt && <When instant={row.lastSeenAt} style="short" />,
            card: 'named',
            spare: true,
          },
          { id: 'company', label: t('users.company'), value: (row) => row.company, spare: true },
        ]}
        filters={[
          {
            name: 'approval',
            label: t('users.approvalFilter'),
            options: approvals.map((value) => ({ value, label: t(`approval.${value}`) })),
          },
          {
            name: 'role',
            label: t('users.roleFilter'),
            options: roles.map((value) => ({ value, label: t(`role.${value}`) })),
          },
          {
            name: 'state',
            label: t('users.stateFilter'),
            options: states.map((value) => ({ value, label: t(`userState.${value}`) })),
          },
        ]}
        searchLabel={t('users.search')}
        exports={{ endpoint: usersContract.exportUsers }}
        bulk={bulk}
        empty={{
          icon: IconUsers,
          title: t('users.none'),
          text: t('users.noneText'),
        }}
        rowActions={(row) => <UserActions user={row} onOpen={() => setOpened(row.id)} />}
      />
      <UserDrawer user={user} onClose={() => setOpened(null)} />
    </>
  );
}
