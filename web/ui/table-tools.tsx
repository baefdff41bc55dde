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

type Props = { searchLabel?: string; filters: TableFilter[]; children?: ReactNode };

export function TableTools({ searchLabel, filters, children }: Props) {
  const { t } = useTranslation('ui');
  const address = useTableAddress(filters);
  if (!searchLabel && filters.length === 0 && !children) return null;
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
      {children && <div className={classes.others}>{children}</div>}
    </div>
  );
}
