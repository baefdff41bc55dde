import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { useTableAddress } from '#web/ui/table-tools.tsx';
import classes from './days-field.module.css';

type Props = { from: string; to: string; fault: string | null };

/** The days that a search covers, in the address. */
export function DaysField({ from, to, fault }: Props) {
  const { t } = useTranslation('notices');
  const address = useTableAddress([]);
  const id = useId();
  const day = (name: 'from' | 'to', value: string) => (
    <TextInput
      key={`${name} ${value}`}
      type="date"
      label={t(`mails.${name}`)}
      defaultValue={value}
      aria-invalid={fault ? true : undefined}
      aria-describedby={id}
      onBlur={(event) => {
        const typed = event.currentTarget.value;
        // Both are written down: what was shown is what is searched.
        if (typed && typed !== value) address.set({ from, to, [name]: typed, page: null });
      }}
    />
  );
  return (
    <div className={classes.days}>
      {day('from', from)}
      {day('to', to)}
      <p id={id} role={fault ? 'alert' : undefined} data-fault={fault ? true : undefined}>
        {fault ? t('mails.tooLong') : t('mails.rule')}
      </p>
    </div>
  );
}
