import { ActionIcon, NativeSelect, Popover, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { type AddressChanges, useChangeAddress } from '#web/platform/change-address.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './table-tools.module.css';

export type TableFilter = {
  name: string;
  label: string;
  options: { value: string; label: string }[];
};

/** What a list can be sorted by: the name that the endpoint knows, and the word on the screen. */
export type TableSort = { name: string; label: string };

/** The query of this page that is on its way, else the one that is shown. */
function useComing(params: URLSearchParams): URLSearchParams {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  return location?.pathname === pathname ? new URLSearchParams(location.search) : params;
}

/**
 * The part of the address that belongs to the table. Values are those last asked for: a field shows
 * what was chosen in it, not what the list on its way replaces.
 */
export function useTableAddress(filters: TableFilter[], narrowedBy: string[] = []) {
  const [params] = useSearchParams();
  const coming = useComing(params);
  const change = useChangeAddress();
  const set = (changes: AddressChanges, replace = false) => void change(changes, { replace });
  return {
    set,
    sort: coming.get('sort') ?? '',
    value: (name: string) => coming.get(name) ?? '',
    /** The list that is shown is searched or filtered. */
    isFiltered: searchNames(filters, narrowedBy).some((name) => params.has(name)),
  };
}

const searchNames = (filters: TableFilter[], narrowedBy: string[]) => [
  'q',
  ...filters.map(({ name }) => name),
  ...narrowedBy,
];

/** Takes search and filters back; `times` tells the search field to forget words that were not sent. */
export function useClearing(filters: TableFilter[], narrowedBy: string[] = []) {
  const { set, isFiltered } = useTableAddress(filters, narrowedBy);
  const [times, setTimes] = useState(0);
  const clear = () => {
    const names = [...searchNames(filters, narrowedBy), 'page'];
    set(Object.fromEntries(names.map((name) => [name, null])));
    setTimes(times + 1);
  };
  return { clear, times, isFiltered };
}
export type Clearing = ReturnType<typeof useClearing>;

type Props = {
  searchLabel?: string;
  filters: TableFilter[];
  sorts: TableSort[];
  clearing: Clearing;
  /** Filters of the page's own. */
  own?: ReactNode;
  children?: ReactNode;
};

/** Search, filters, and at the end what concerns the whole list. On a phone filters are folded away. */
export function TableTools({ searchLabel, filters, sorts, clearing, own, children }: Props) {
  const folded = filters.length + sorts.length > 0;
  return (
    <div className={classes.tools} data-own={Boolean(own) || undefined}>
      {searchLabel && <SearchField key={clearing.times} label={searchLabel} />}
      {own}
      <div className={classes.open}>
        <FilterFields filters={filters} />
      </div>
      <div className={classes.others}>
        {folded && <FoldedFilters filters={filters} sorts={sorts} clearing={clearing} />}
        {children}
      </div>
    </div>
  );
}

function SearchField({ label }: { label: string }) {
  const address = useTableAddress([]);
  const sought = address.value('q');
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(sought);
  useEffect(() => {
    // What was written meanwhile stays: it is the next search.
    const isAsLeft = field.current?.value.trim() === shown.current;
    if (field.current && isAsLeft) field.current.value = sought;
    shown.current = sought;
  }, [sought]);
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    address.set({ q: q || null, page: null });
  };
  return (
    <form onSubmit={search} className={classes.search}>
      <TextInput
        ref={field}
        type="search"
        name="q"
        maxLength={100}
        aria-label={label}
        placeholder={label}
        defaultValue={sought}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
    </form>
  );
}

function FilterFields({ filters }: { filters: TableFilter[] }) {
  const address = useTableAddress(filters);
  return filters.map((filter) => (
    <NativeSelect
      key={filter.name}
      className={classes.filter}
      data-set={address.value(filter.name) ? true : undefined}
      aria-label={filter.label}
      value={address.value(filter.name)}
      data={[{ value: '', label: filter.label }, ...filter.options]}
      onChange={(event) => address.set({ [filter.name]: event.currentTarget.value, page: null })}
    />
  ));
}

/** Behind one button where there is no room; rows are cards there, so the order is chosen here too. */
function FoldedFilters({
  filters,
  sorts,
  clearing,
}: Pick<Props, 'filters' | 'sorts' | 'clearing'>) {
  const { t } = useTranslation('ui');
  const address = useTableAddress(filters);
  const set = filters.filter(({ name }) => address.value(name)).length;
  const label = set > 0 ? t('table.filtersSet', { count: set }) : t('table.filters');
  return (
    <div className={classes.folded}>
      <Popover position="bottom-end" withinPortal trapFocus shadow="md" radius="md" width={280}>
        <Popover.Target>
          <ActionIcon
            variant="default"
            size={36}
            className={classes.fold}
            aria-label={label}
            title={label}
          >
            <IconAdjustmentsHorizontal size={18} aria-hidden />
            {set > 0 && (
              <span className={classes.count} aria-hidden="true">
                {set}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.fields}>
            <FilterFields filters={filters} />
            {sorts.length > 0 && <SortChoice sorts={sorts} />}
            {clearing.isFiltered && (
              <button type="button" className={classes.reset} onClick={clearing.clear}>
                {t('table.clear')}
              </button>
            )}
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function SortChoice({ sorts }: { sorts: TableSort[] }) {
  const { t } = useTranslation('ui');
  const address = useTableAddress([]);
  const orders = sorts.flatMap(({ name, label }) => [
    { value: name, label: t('table.upwards', { column: label }) },
    { value: `-${name}`, label: t('table.downwards', { column: label }) },
  ]);
  return (
    <NativeSelect
      aria-label={t('table.order')}
      value={address.sort}
      data={[{ value: '', label: `${t('table.order')}: ${t('table.usual')}` }, ...orders]}
      onChange={(event) => address.set({ sort: event.currentTarget.value, page: null })}
    />
  );
}
