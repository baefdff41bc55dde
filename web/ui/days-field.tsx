import { TextInput } from '@mantine/core';
import classes from './days-field.module.css';
import { useTableAddress } from './table-tools.tsx';

type Props = { labels: { from: string; to: string } };

/** The days that a list covers, in the address; either may be left open. */
export function DaysField({ labels }: Props) {
  const address = useTableAddress([]);
  const day = (name: 'from' | 'to') => {
    const value = address.value(name);
    return (
      <TextInput
        key={`${name} ${value}`}
        type="date"
        label={labels[name]}
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
