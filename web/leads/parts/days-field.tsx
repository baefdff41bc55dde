import { TextInput } from '@mantine/core';
import { useTranslation } from '#web/platform/words.ts';
import { useTableAddress } from '#web/ui/table-tools.tsx';
import classes from './leads-desk.module.css';

/** The days on which people asked, in the address; either may be left open. */
export function DaysField() {
  const { t } = useTranslation('leads');
  const address = useTableAddress([]);
  const day = (name: 'from' | 'to') => {
    const value = address.value(name);
    return (
      <TextInput
        key={`${name} ${value}`}
        type="date"
        label={t(`days.${name}`)}
        defaultValue={value}
        onBlur={(event) => {
          const typed = event.currentTarget.value;
          if (typed !== value) address.set({ [name]: typed || null, page: null });
        }}
      />
    );
  };
  return (
    <div className={classes.days}>
      {day('from')}
      {day('to')}
    </div>
  );
}
