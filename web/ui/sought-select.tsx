import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { sentenceFor } from '#web/platform/error-words.ts';
import { type Sought, withChosen } from './sought.ts';
import { useAsked } from './use-asked.ts';

/** Whoever types on is not looked for at each letter. */
const pauseMs = 200;

type Props = Pick<
  SelectProps,
  | 'aria-label'
  | 'label'
  | 'placeholder'
  | 'required'
  | 'clearable'
  | 'clearButtonProps'
  | 'maw'
  | 'miw'
> & {
  /** Its label is left out where the page does not know it. */
  chosen: { value: string; label?: string | undefined } | null;
  choose: (one: Sought | null) => void;
  /** What there is that fits the words; the first of it where there are none. */
  search: (words: string) => Promise<Sought[]>;
  /** Said where nothing fits. */
  nothing: string;
};

/** One of more than can be listed: one types a part of its name. */
export function SoughtSelect({ chosen, choose, search, nothing, ...looks }: Props) {
  const [words, setWords] = useState<string | null>(null);
  const [picked, setPicked] = useState<Sought | null>(null);
  const [asked] = useDebouncedValue(words, pauseMs);
  const { answer, error } = useAsked(
    async () => ({ asked, found: asked === null ? [] : await search(asked) }),
    asked,
  );
  const found = error === null ? (answer?.found ?? []) : [];
  const data = withChosen(found, chosen, picked);
  const said = answer?.asked === words ? nothing : <Loader size="xs" />;
  return (
    <Select
      {...looks}
      data={data}
      value={chosen?.value ?? null}
      onChange={(value) => {
        const one = data.find((known) => known.value === value) ?? null;
        setPicked(one);
        choose(one);
      }}
      onDropdownOpen={() => setWords(words ?? '')}
      // What is chosen stands in the field, and is not what one looks for.
      onSearchChange={(typed) =>
        setWords(data.some((one) => one.label === typed) ? '' : typed.trim())
      }
      // The server has looked, and knows more spellings than the browser: what it found is what fits.
      filter={({ options }) => options}
      nothingFoundMessage={error === null ? said : sentenceFor(error)}
      searchable
    />
  );
}
