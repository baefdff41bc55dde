import { Checkbox } from '@mantine/core';
import { type FieldBase, useField } from '#web/ui/form-context.ts';
import classes from './desk.module.css';

type Props = FieldBase & { options: { value: string; label: string; description: string }[] };

/** Several of a few things, each with a word on what it is. */
export function ChoicesField({ name, label, required, disabled, description, options }: Props) {
  const { value, set, inputProps } = useField<string[]>(name, { label, required, disabled });
  const { id, error, disabled: off } = inputProps;
  return (
    <Checkbox.Group
      {...{ id, label, error, description }}
      withAsterisk={required}
      value={value ?? []}
      onChange={set}
    >
      <div className={classes.choices}>
        {options.map((option) => (
          <Checkbox key={option.value} {...option} disabled={off} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
