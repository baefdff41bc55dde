import { NumberInput } from '@mantine/core';
import { type FieldBase as Base, useField } from './form-context.ts';

type NumberProps = Base & { min?: number; max?: number; suffix?: string; decimals?: number };

/** The value is a number, or null while empty. */
export function NumberField({
  name,
  label,
  required,
  disabled,
  decimals = 0,
  ...rest
}: NumberProps) {
  const { value, set, inputProps } = useField<number | null>(name, { label, required, disabled });
  return (
    <NumberInput
      {...rest}
      {...inputProps}
      decimalScale={decimals}
      allowNegative={(rest.min ?? 0) < 0}
      hideControls
      value={value ?? ''}
      onChange={(next) => set(typeof next === 'number' ? next : null)}
    />
  );
}
