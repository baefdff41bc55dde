import { ActionIcon, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useMemo, useSyncExternalStore } from 'react';
import { type LocalStore, localStore } from '#web/platform/local-store.ts';
import { useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { Column } from './data-table.tsx';
import classes from './table-tools.module.css';

/** What somebody changed of a table: only that, so that a new column comes to everybody. */
type Changed = Record<string, boolean>;
export type ColumnChoice<Row> = {
  shown: Column<Row>[];
  isShown: (column: Column<Row>) => boolean;
  toggle: (column: Column<Row>) => void;
  reset: () => void;
  isChanged: boolean;
};

const stores = new Map<string, LocalStore<Changed>>();
function storeFor(person: string, table: string): LocalStore<Changed> {
  const name = `platea.columns.${person}.${table}`;
  const store = stores.get(name) ?? localStore<Changed>(name);
  stores.set(name, store);
  return store;
}

const nothing = () => null;

/** The columns that this person wants to see of this table, kept in their browser. */
export function useShownColumns<Row>(
  table: string | undefined,
  columns: Column<Row>[],
): ColumnChoice<Row> {
  const person = useSession()?.id ?? '';
  const store = useMemo(() => storeFor(person, table ?? ''), [person, table]);
  const changed = useSyncExternalStore(store.subscribe, store.read, nothing) ?? {};
  const isShown = (column: Column<Row>) =>
    Boolean(column.main) || !table || (changed[column.id] ?? !column.spare);
  return {
    shown: columns.filter(isShown),
    isShown,
    toggle: (column) => store.write({ ...changed, [column.id]: !isShown(column) }),
    reset: () => store.write(null),
    isChanged: Object.keys(changed).length > 0,
  };
}

type Props<Row> = { choice: ColumnChoice<Row>; columns: Column<Row>[] };

export function ColumnMenu<Row>({ choice, columns }: Props<Row>) {
  const { t } = useTranslation('ui');
  return (
    <Popover position="bottom-end" withinPortal trapFocus shadow="md" radius="md">
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('table.columns')}
          title={t('table.columns')}
        >
          <IconColumns3 size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={classes.columns}>
          <legend>{t('table.columns')}</legend>
          {columns.map((column) => (
            <Checkbox
              key={column.id}
              size="sm"
              label={column.label}
              checked={choice.isShown(column)}
              disabled={column.main}
              onChange={() => choice.toggle(column)}
            />
          ))}
          <button
            type="button"
            className={classes.reset}
            disabled={!choice.isChanged}
            onClick={choice.reset}
          >
            {t('table.columnsReset')}
          </button>
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
