import { Text } from '@mantine/core';
import { IconUserHeart } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Lead, type LeadsPage, leadKinds, leadStates } from '#contract/leads.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { DaysField } from '#web/ui/days-field.tsx';
import type { ListExport } from '#web/ui/export-menu.tsx';
import { When } from '#web/ui/when.tsx';
import { LeadActions } from './lead-actions.tsx';
import { LeadBadge } from './lead-badge.tsx';
import classes from './leads-desk.module.css';

type Props = {
  id: string;
  page: LeadsPage;
  exports: ListExport;
  productLink: (lead: Lead) => string;
};

/** Those who showed interest: who, in what, when, and what became of it. */
export function LeadsList({ id, page, exports, productLink }: Props) {
  const { t } = useTranslation('leads');
  const columns = useColumns(productLink);
  return (
    <DataTable
      id={id}
      page={page}
      exports={exports}
      caption={t('list.caption')}
      rowKey={(row) => row.id}
      rowName={(row) => row.person.email}
      searchLabel={t('list.search')}
      filters={[
        {
          name: 'product',
          label: t('product'),
          options: productsIn(page).map(({ slug, title }) => ({ value: slug, label: title })),
        },
        {
          name: 'kind',
          label: t('kind.label'),
          options: leadKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
        },
        {
          name: 'state',
          label: t('state.label'),
          options: leadStates.map((value) => ({ value, label: t(`state.${value}`) })),
        },
      ]}
      tools={<DaysField labels={{ from: t('days.from'), to: t('days.to') }} />}
      narrowedBy={['from', 'to', 'channel']}
      columns={columns}
      empty={{ icon: IconUserHeart, title: t('list.none'), text: t('list.noneText') }}
      rowActions={(row) => <LeadActions lead={row} />}
    />
  );
}

/** The products of which there are leads, each once. */
const productsIn = ({ rates }: LeadsPage) => [
  ...new Map(
    rates.flatMap(({ product }) => (product ? [[product.slug, product] as const] : [])),
  ).values(),
];

function useColumns(productLink: (lead: Lead) => string): Column<Lead>[] {
  const { t } = useTranslation('leads');
  return [
    { id: 'person', label: t('person'), value: (row) => <Person lead={row} />, main: true },
    {
      id: 'state',
      label: t('state.label'),
      value: (row) => <LeadBadge state={row.state} />,
      card: 'badge',
    },
    { id: 'kind', label: t('kind.label'), value: (row) => t(`kind.${row.kind}`) },
    {
      id: 'product',
      label: t('product'),
      value: (row) =>
        row.product ? (
          <Link to={productLink(row)}>{row.product.title}</Link>
        ) : (
          t('wholeChannel', { channel: row.channel.title })
        ),
      card: 'line',
    },
    {
      id: 'session',
      label: t('session'),
      value: (row) => row.sessionAt && <When instant={row.sessionAt} style="short" />,
      card: 'named',
      spare: true,
    },
    {
      id: 'asked',
      label: t('asked'),
      value: (row) => <When instant={row.askedAt} style="short" />,
      card: 'named',
    },
    {
      id: 'letters',
      label: t('letters'),
      value: (row) => row.letters.length > 0 && <Letters lead={row} />,
      card: 'named',
    },
    { id: 'note', label: t('note.label'), value: (row) => row.note, card: 'line' },
  ];
}

function Person({ lead: { person } }: { lead: Lead }) {
  return (
    <div>
      <Text size="sm">{person.name || person.email}</Text>
      {person.name && (
        <Text size="xs" c="dimmed">
          {person.email}
        </Text>
      )}
    </div>
  );
}

function Letters({ lead: { letters } }: { lead: Lead }) {
  const { t } = useTranslation('leads');
  return (
    <ul className={classes.letters}>
      {letters.map(({ kind, sentAt }) => (
        <li key={`${kind} ${sentAt}`}>
          <Text size="xs">
            {t(`letter.${kind}`)} · <When instant={sentAt} style="short" />
          </Text>
        </li>
      ))}
    </ul>
  );
}
