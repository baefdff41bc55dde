import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { useTableAddress } from './table-tools.tsx';
import { useAsked } from './use-asked.ts';

export type Sought = { value: string; label: string };

type Props = {
  /** In the address. */
  name: string;
  label: string;
  /** What there is that fits the words; the first of it where there are none. */
  search: (words: string) => Promise<Sought[]>;
  /** How the one in the address is called, as far as the page knows. */
  chosen?: string | undefined;
};

/** A filter whose choices are too many to list: one types a part of the name. */
export function SoughtField({ name, label, search, chosen }: Props) {
  const { t } = useTranslation('ui');
  const address = useTableAddress([]);
  const value = address.value(name);
  const [words, setWords] = useState<string | null>(null);
  // Whoever types on is not looked for at each letter.
  const [asked] = useDebouncedValue(words, 200);
  const { answer } = useAsked(
    async () => ({ asked, found: asked === null ? [] : await search(asked) }),
    asked,
  );
  const known = answer?.found ?? [];
  const own = value ? [{ value, label: chosen ?? value }] : [];
  const data = [...own, ...known.filter((one) => one.value !== value)];
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={data}
      value={value || null}
      onChange={(next) => address.set({ [name]: next, page: null })}
      onDropdownOpen={() => setWords(words ?? '')}
      // What is chosen stands in the field, and is not what one looks for.
      onSearchChange={(typed) => setWords(data.some((one) => one.label === typed) ? '' : typed)}
      // The server has looked: what it found is what fits.
      filter={({ options }) => options}
      nothingFoundMessage={answer?.asked === words ? t('table.nothing') : <Loader size="xs" />}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('table.clearOne', { filter: label }) }}
      maw="14rem"
      miw="10rem"
    />
  );
}
