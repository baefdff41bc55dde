import { IconMoodEmpty } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigation } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton } from './action.tsx';
import classes from './data-table.module.css';
import { ExportMenu, type ListExport } from './export-menu.tsx';
import { type Empty, EmptyState } from './states.tsx';
import { type BulkAction, BulkBar } from './table-bulk.tsx';
import { TableCards } from './table-cards.tsx';
import { ColumnMenu, useShownColumns } from './table-columns.tsx';
import { TableFoot } from './table-foot.tsx';
import { isPastLast, lastPageOf } from './table-query.ts';
import { useRoom } from './table-room.ts';
import { TableRows } from './table-rows.tsx';
import { useSelection } from './table-selection.ts';
import {
  type Clearing,
  type TableFilter,
  TableTools,
  useClearing,
  useTableAddress,
} from './table-tools.tsx';

export type Column<Row> = {
  id: string;
  label: string;
  /** Nothing (`null`, '') is a dash in a row, and left out on a card. */
  value: (row: Row) => ReactNode;
  /** The name by which the endpoint sorts; `-name` is downwards. */
  sort?: string;
  align?: 'right';
  /** The title of the row: its cell is the row's header, and the head of the card where there is no room. */
  main?: boolean;
  /**
   * Where it stands on a card: `side`, across from the title; `badge`, first below it; `line`, after
   * that, in small. `named` says its label too, for what is not understood without.
   */
  card?: 'side' | 'badge' | 'line' | 'named';
  /** Not shown until somebody chooses it. */
  spare?: boolean;
};

export type TablePage<Row> = { items: Row[]; total: number; page: number; size: number };

type Props<Row> = {
  /** Names the table in this browser's memory of chosen columns. */
  id?: string;
  page: TablePage<Row>;
  rowKey: (row: Row) => string;
  /** How a row is called, for readers and in what a bulk action tells. */
  rowName?: (row: Row) => string;
  columns: Column<Row>[];
  /** Names the table for readers; the page's heading is near enough without. */
  caption?: string;
  filters?: TableFilter[];
  searchLabel?: string;
  empty: Empty;
  rowActions?: (row: Row) => ReactNode;
  /** What can be done with several rows at once; with any, rows can be chosen. */
  bulk?: BulkAction<Row>[];
  /** The whole list as a file. */
  exports?: ListExport;
  /** Filters of the page's own, beside the search, and by what names the address has them. */
  tools?: ReactNode;
  narrowedBy?: string[];
};

/** A list of the desk: paging, sorting and filters live in the address; where there is no room rows are cards. */
export function DataTable<Row>({ filters = [], bulk = [], narrowedBy = [], ...props }: Props<Row>) {
  const { page, rowKey, rowName = rowKey, columns } = props;
  const sheet = useRef<HTMLDivElement>(null);
  const choice = useShownColumns(props.id, columns);
  const room = useRoom(sheet, shapeOf(choice.shown, page.items.map(rowKey)));
  const selection = useSelection(page.items, rowKey);
  const clearing = useClearing(filters, narrowedBy);
  const isLedBack = useLastPage(page);
  const waiting = useNavigation().state === 'loading' || isLedBack;
  const nothing = page.items.length === 0;
  const chosen = bulk.length > 0 ? { ...selection, rowName } : null;
  const shown = { ...props, columns: choice.shown, chosen };
  return (
    <div className={classes.table}>
      <TableTools
        searchLabel={props.searchLabel}
        filters={filters}
        sorts={sortsOf(columns)}
        clearing={clearing}
        own={props.tools}
      >
        {props.id && !nothing && <ColumnMenu choice={choice} columns={columns} />}
        {props.exports && !nothing && <ExportMenu list={props.exports} filters={filters} />}
      </TableTools>
      {chosen && <BulkBar actions={bulk} {...{ selection, rowName, waiting }} />}
      <div
        ref={sheet}
        className={classes.sheet}
        aria-busy={waiting}
        data-waiting={waiting || undefined}
        data-room={room}
        data-nothing={nothing || undefined}
      >
        {nothing && !isLedBack && <Nothing empty={props.empty} clearing={clearing} />}
        {!nothing && (room === 'cards' ? <TableCards {...shown} /> : <TableRows {...shown} />)}
      </div>
      {!nothing && <TableFoot page={page} />}
    </div>
  );
}

const shapeOf = <Row,>(columns: Column<Row>[], rows: string[]): string =>
  [...columns.map(({ id }) => id), ...rows].join();

/** Whoever asks for a page behind the last one is led to that; true meanwhile. */
function useLastPage(page: TablePage<unknown>): boolean {
  const { set } = useTableAddress([]);
  const last = isPastLast(page) ? lastPageOf(page) : null;
  const lead = useEffectEvent((to: number) => set({ page: to > 1 ? String(to) : null }, true));
  useEffect(() => {
    if (last !== null) lead(last);
  }, [last]);
  return last !== null;
}

const sortsOf = <Row,>(columns: Column<Row>[]) =>
  columns.flatMap(({ sort, label }) => (sort ? [{ name: sort, label }] : []));

type NothingProps = { empty: Empty; clearing: Clearing };

/** Nothing at all, or nothing that fits the search: then the way back is offered. */
function Nothing({ empty, clearing }: NothingProps) {
  const { t } = useTranslation('ui');
  if (!clearing.isFiltered) return <EmptyState {...empty} />;
  return (
    <EmptyState
      icon={IconMoodEmpty}
      title={t('table.nothing')}
      text={t('table.nothingText')}
      action={<ActionButton onClick={clearing.clear}>{t('table.clear')}</ActionButton>}
    />
  );
}
