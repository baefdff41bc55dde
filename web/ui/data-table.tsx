import { Pagination, Table } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './data-table.module.css';
import { EmptyState } from './states.tsx';
import { type TableFilter, TableTools, useTableAddress } from './table-tools.tsx';

export type Column<Row> = {
  id: string;
  label: string;
  value: (row: Row) => ReactNode;
  /** The name by which the endpoint sorts; `-name` is downwards. */
  sort?: string;
  align?: 'right';
  /** The title of the row: its cell is the row's header, and the head of the card where there is no room. */
  main?: boolean;
};

type Props<Row> = {
  page: { items: Row[]; total: number; page: number; size: number };
  rowKey: (row: Row) => string;
  columns: Column<Row>[];
  /** Names the table for readers; the page's heading is near enough without. */
  caption?: string;
  filters?: TableFilter[];
  searchLabel?: string;
  empty: { title: string; text?: string; action?: ReactNode; icon?: ReactNode };
  rowActions?: (row: Row) => ReactNode;
  /** Beside the search: export buttons and the like. */
  tools?: ReactNode;
};

/** A list of the desk: paging, sorting and filters live in the address; where there is no room rows are cards. */
export function DataTable<Row>({ page, filters = [], ...props }: Props<Row>) {
  const { t } = useTranslation('ui');
  const address = useTableAddress(filters);
  const waiting = useNavigation().state === 'loading';
  const nothing = page.items.length === 0;
  return (
    <div className={classes.table}>
      <TableTools searchLabel={props.searchLabel} filters={filters} sorts={sortsOf(props.columns)}>
        {props.tools}
      </TableTools>
      <div className={classes.sheet} aria-busy={waiting} data-waiting={waiting || undefined}>
        {nothing ? (
          address.isFiltered ? (
            <EmptyState
              title={t('table.nothing')}
              action={
                <button type="button" className={classes.clear} onClick={address.clear}>
                  {t('table.clear')}
                </button>
              }
            />
          ) : (
            <EmptyState {...props.empty} />
          )
        ) : (
          <Rows page={page} {...props} />
        )}
      </div>
      {!nothing && <Foot page={page} goTo={(number) => address.set({ page: String(number) })} />}
    </div>
  );
}

const sortsOf = <Row,>(columns: Column<Row>[]) =>
  columns.flatMap(({ sort, label }) => (sort ? [{ name: sort, label }] : []));

function Rows<Row>({ page, rowKey, columns, caption, rowActions }: Omit<Props<Row>, 'empty'>) {
  const { t } = useTranslation('ui');
  return (
    <Table className={classes.rows} highlightOnHover>
      {caption && <caption className={classes.caption}>{caption}</caption>}
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} />
          ))}
          {rowActions && (
            <Table.Th>
              <span className={classes.caption}>{t('table.actions')}</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {page.items.map((row) => (
          <Table.Tr key={rowKey(row)}>
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} />
            ))}
            {rowActions && <Table.Td className={classes.actions}>{rowActions(row)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.value(row);
  if (column.main) {
    return (
      <th scope="row" className={classes.main}>
        {content}
      </th>
    );
  }
  return (
    <Table.Td data-label={column.label} data-align={column.align}>
      {content}
    </Table.Td>
  );
}

function ColumnHead<Row>({ column }: { column: Column<Row> }) {
  const address = useTableAddress([]);
  const { sort } = column;
  if (!sort) {
    return (
      <Table.Th scope="col" data-align={column.align}>
        {column.label}
      </Table.Th>
    );
  }
  const direction = { [sort]: 'ascending', [`-${sort}`]: 'descending' } as const;
  const sorted = direction[address.sort as keyof typeof direction];
  const next = sorted === 'ascending' ? `-${sort}` : sort;
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[
    sorted ?? 'none'
  ];
  return (
    <Table.Th scope="col" aria-sort={sorted ?? 'none'} data-align={column.align}>
      <button
        type="button"
        className={classes.sort}
        data-sorted={sorted}
        onClick={() => address.set({ sort: next, page: null })}
      >
        {column.label}
        <Icon size={15} aria-hidden />
      </button>
    </Table.Th>
  );
}

type FootProps = { page: Props<unknown>['page']; goTo: (page: number) => void };

function Foot({ page, goTo }: FootProps) {
  const { t, language } = useTranslation('ui');
  const pages = Math.max(1, Math.ceil(page.total / page.size));
  const from = (page.page - 1) * page.size + 1;
  return (
    <div className={classes.foot}>
      <span className="figures">
        {t('table.range', {
          from,
          to: Math.min(page.total, from + page.items.length - 1),
          total: formatNumber(page.total, language),
        })}
      </span>
      {pages > 1 && (
        <nav aria-label={t('table.pages')}>
          <Pagination
            total={pages}
            value={page.page}
            onChange={goTo}
            size="sm"
            getItemProps={(number) => ({ 'aria-label': t('table.page', { page: number }) })}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' ? t('previous') : t('next'),
            })}
          />
        </nav>
      )}
    </div>
  );
}
