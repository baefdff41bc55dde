import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import classes from './data-table.module.css';

export type TableFilter = {
  name: string;
  label: string;
  options: { value: string; label: string }[];
};

/** What a list can be sorted by: the name that the endpoint knows, and the word on the screen. */
export type TableSort = { name: string; label: string };

type Changes = Record<string, string | null>;

/** The part of the address that belongs to the table. */
export function useTableAddress(filters: TableFilter[]) {
  const [params, setParams] = useSearchParams();
  const names = ['q', ...filters.map(({ name }) => name)];
  const set = (changes: Changes) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  return {
    set,
    sort: params.get('sort') ?? '',
    value: (name: string) => params.get(name) ?? '',
    isFiltered: names.some((name) => params.has(name)),
    clear: () => set(Object.fromEntries([...names, 'page'].map((name) => [name, null]))),
  };
}

type Props = {
  searchLabel?: string;
  filters: TableFilter[];
  sorts: TableSort[];
  children?: ReactNode;
};

export function TableTools({ searchLabel, filters, sorts, children }: Props) {
  const { t } = useTranslation('ui');
  const address = useTableAddress(filters);
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    address.set({ q: q || null, page: null });
  };
  return (
    <div className={classes.tools}>
      {searchLabel && (
        <form onSubmit={search} className={classes.search}>
          <TextInput
            key={address.value('q')}
            type="search"
            name="q"
            maxLength={100}
            aria-label={searchLabel}
            placeholder={searchLabel}
            defaultValue={address.value('q')}
            leftSection={<IconSearch size={18} aria-hidden />}
          />
        </form>
      )}
      {filters.map((filter) => (
        <NativeSelect
          key={filter.name}
          aria-label={filter.label}
          value={address.value(filter.name)}
          data={[{ value: '', label: `${filter.label}: ${t('table.all')}` }, ...filter.options]}
          onChange={(event) =>
            address.set({ [filter.name]: event.currentTarget.value, page: null })
          }
        />
      ))}
      {sorts.length > 0 && <SortChoice sorts={sorts} />}
      {children && <div className={classes.others}>{children}</div>}
    </div>
  );
}

/** On a phone rows are cards without a head to press: the order is chosen here. */
function SortChoice({ sorts }: { sorts: TableSort[] }) {
  const { t } = useTranslation('ui');
  const address = useTableAddress([]);
  const orders = sorts.flatMap(({ name, label }) => [
    { value: name, label: t('table.upwards', { column: label }) },
    { value: `-${name}`, label: t('table.downwards', { column: label }) },
  ]);
  return (
    <NativeSelect
      className={classes.order}
      aria-label={t('table.order')}
      value={address.sort}
      data={[{ value: '', label: `${t('table.order')}: ${t('table.usual')}` }, ...orders]}
      onChange={(event) => address.set({ sort: event.currentTarget.value, page: null })}
    />
  );
}
