import { useTranslation } from '#web/platform/words.ts';
import type { Sought } from './sought.ts';
import { SoughtSelect } from './sought-select.tsx';
import { useTableAddress } from './table-tools.tsx';

type Props = {
  /** In the address. */
  name: string;
  label: string;
  search: (words: string) => Promise<Sought[]>;
  /** How the one in the address is called, as far as the page knows. */
  chosen?: string | undefined;
};

/** A filter whose choices are too many to list. */
export function SoughtField({ name, label, search, chosen }: Props) {
  const { t } = useTranslation('ui');
  const address = useTableAddress([]);
  const value = address.value(name);
  return (
    <SoughtSelect
      aria-label={label}
      placeholder={label}
      chosen={value ? { value, label: chosen } : null}
      choose={(one) => address.set({ [name]: one?.value ?? null, page: null })}
      search={search}
      nothing={t('table.nothing')}
      clearable
      clearButtonProps={{ 'aria-label': t('table.clearOne', { filter: label }) }}
      maw="14rem"
      miw="10rem"
    />
  );
}
