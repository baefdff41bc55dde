import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type MailRow, mailStates, noticesContract } from '#contract/notices.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Address } from '#web/ui/address.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { TableSkeleton } from '#web/ui/skeletons.tsx';
import { tableQuery } from '#web/ui/table-query.ts';
import { When } from '#web/ui/when.tsx';
import { DaysField } from '../parts/days-field.tsx';
import { MailPreview } from '../parts/mail-preview.tsx';
import classes from '../parts/track-emails.module.css';
import { kindName } from '../shared/mail-kind.ts';
import { MailStateBadge } from '../shared/mail-state-badge.tsx';

const nothing = { items: [], total: 0, page: 1, size: 20, kinds: [] };

/** A search over too many days shows its fault beside the days, with everything left as typed. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const query = tableQuery(request, ['state', 'kind', 'from', 'to']);
  try {
    return { mails: await api(noticesContract.listMails, { query }), fault: null };
  } catch (error) {
    const fault = error instanceof ApiError ? (error.fields.to ?? error.fields.from) : undefined;
    if (!fault) throw error;
    return { mails: { ...nothing, from: query.from ?? '', to: query.to ?? '' }, fault };
  }
}
export const HydrateFallback = TableSkeleton;
export const meta = pageMeta('notices', ({ t }) => ({ title: t('mails.title'), noIndex: true }));

export default function TrackEmailsPage() {
  const { mails, fault } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('notices');
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <PageHead title={t('mails.title')} lead={t('mails.lead')} />
      <DataTable<MailRow>
        id="track-emails"
        tools={<DaysField from={mails.from} to={mails.to} fault={fault} />}
        exports={{
          endpoint: noticesContract.exportMails,
          also: { from: mails.from, to: mails.to },
        }}
        page={mails}
        rowKey={({ id }) => id}
        searchLabel={t('mails.search')}
        filters={[
          {
            name: 'state',
            label: t('mails.state'),
            options: mailStates.map((value) => ({ value, label: t(`mailState.${value}`) })),
          },
          {
            name: 'kind',
            label: t('mails.kind'),
            options: mails.kinds.map((value) => ({ value, label: kindName(value, t) })),
          },
        ]}
        columns={[
          {
            id: 'recipient',
            label: t('mails.recipient'),
            main: true,
            value: (row) => <Address>{row.recipient}</Address>,
          },
          {
            id: 'subject',
            label: t('mails.subject'),
            value: (row) => <span className={classes.subject}>{row.subject}</span>,
          },
          { id: 'kind', label: t('mails.kind'), value: (row) => kindName(row.kind, t) },
          {
            id: 'state',
            label: t('mails.state'),
            value: (row) => <MailStateBadge state={row.state} />,
            card: 'badge',
          },
          {
            id: 'createdAt',
            label: t('mails.date'),
            sort: 'createdAt',
            value: (row) => <When instant={row.createdAt} style="short" />,
          },
        ]}
        rowActions={(row) => (
          <Button size="compact-sm" variant="default" onClick={() => setOpened(row.id)}>
            {t('mails.open')}
          </Button>
        )}
        empty={{
          icon: IconMailOff,
          title: t('mails.none'),
          text: t('mails.noneText'),
        }}
      />
      <MailPreview id={opened} close={() => setOpened(null)} />
    </>
  );
}
