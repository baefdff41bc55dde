import { Checkbox, Table } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './data-table.module.css';
import type { Column, TablePage } from './data-table.tsx';
import type { Selection } from './table-selection.ts';
import { useTableAddress } from './table-tools.tsx';

export type Shown<Row> = {
  page: TablePage<Row>;
  rowKey: (row: Row) => string;
  columns: Column<Row>[];
  caption?: string;
  rowActions?: (row: Row) => ReactNode;
  chosen: (Selection<Row> & { rowName: (row: Row) => string }) | null;
};

export function TableRows<Row>({ page, rowKey, columns, caption, rowActions, chosen }: Shown<Row>) {
  const { t } = useTranslation('ui');
  return (
    <Table className={classes.rows} highlightOnHover>
      {caption && <caption className="said">{caption}</caption>}
      <Table.Thead>
        <Table.Tr>
          {chosen && (
            <Table.Th className={classes.choose}>
              <ChooseAll chosen={chosen} />
            </Table.Th>
          )}
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} />
          ))}
          {rowActions && (
            <Table.Th data-acts className={classes.actions}>
              <span className="said">{t('table.actions')}</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {page.items.map((row) => (
          <Table.Tr key={rowKey(row)} data-chosen={chosen?.has(row) || undefined}>
            {chosen && (
              <Table.Td className={classes.choose}>
                <ChooseRow row={row} chosen={chosen} />
              </Table.Td>
            )}
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

type Chosen<Row> = NonNullable<Shown<Row>['chosen']>;

export function ChooseAll<Row>({ chosen, label }: { chosen: Chosen<Row>; label?: string }) {
  const { t } = useTranslation('ui');
  return (
    <Checkbox
      size="md"
      aria-label={label ? undefined : t('table.chooseAll')}
      label={label}
      checked={chosen.all}
      indeterminate={chosen.chosen.length > 0 && !chosen.all}
      onChange={chosen.toggleAll}
    />
  );
}

export function ChooseRow<Row>({ row, chosen }: { row: Row; chosen: Chosen<Row> }) {
  const { t } = useTranslation('ui');
  return (
    <Checkbox
      size="md"
      aria-label={t('table.choose', { name: chosen.rowName(row) })}
      checked={chosen.has(row)}
      onChange={() => chosen.toggle(row)}
    />
  );
}

export const isNothing = (content: ReactNode): boolean => content === null || content === '';

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
    <Table.Td data-align={column.align} data-side={column.card === 'side' || undefined}>
      {isNothing(content) ? <Dash /> : content}
    </Table.Td>
  );
}

const Dash = () => <span className={classes.dash}>—</span>;

function ColumnHead<Row>({ column }: { column: Column<Row> }) {
  const address = useTableAddress([]);
  const { sort } = column;
  const placed = {
    scope: 'col',
    'data-align': column.align,
    'data-side': column.card === 'side' || undefined,
  };
  if (!sort) return <Table.Th {...placed}>{column.label}</Table.Th>;
  const direction = { [sort]: 'ascending', [`-${sort}`]: 'descending' } as const;
  const sorted = direction[address.sort as keyof typeof direction];
  const next = sorted === 'ascending' ? `-${sort}` : sort;
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[
    sorted ?? 'none'
  ];
  return (
    <Table.Th {...placed} aria-sort={sorted ?? 'none'}>
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
