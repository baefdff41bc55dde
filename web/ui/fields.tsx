import {
  Checkbox,
  NativeSelect,
  PasswordInput,
  Radio,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { zoneTitle } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type FieldBase as Base, useField } from './form-context.ts';
import { RequiredMark } from './required-mark.tsx';

type TextProps = Base & {
  maxLength?: number;
  placeholder?: string;
  type?: 'text' | 'email' | 'tel' | 'url' | 'search';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'url';
  autoFocus?: boolean;
  /** The field that is typed once more here. */
  repeats?: string;
};

export function TextField({ name, description, repeats, ...props }: TextProps) {
  const { label, required, disabled, ...rest } = props;
  const options = { label, required, disabled, repeats };
  const { value, set, inputProps } = useField<string | null>(name, options);
  return (
    <TextInput
      {...rest}
      {...inputProps}
      description={description}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

type AreaProps = Base & { maxLength?: number; rows?: number; placeholder?: string };

export function TextAreaField({ name, maxLength, rows = 4, ...rest }: AreaProps) {
  const { t } = useTranslation('ui');
  const { label, required, disabled, description, placeholder } = rest;
  const { value, set, inputProps } = useField<string | null>(name, { label, required, disabled });
  const used = (value ?? '').length;
  const counted = maxLength ? t('field.used', { used, max: maxLength }) : null;
  return (
    <Textarea
      {...inputProps}
      description={description ?? counted}
      placeholder={placeholder}
      maxLength={maxLength}
      autosize
      minRows={rows}
      maxRows={18}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

type PasswordProps = Base & {
  autoComplete?: 'current-password' | 'new-password' | 'off';
  maxLength?: number;
  /** The field that is typed once more here. */
  repeats?: string;
};

export function PasswordField({ name, repeats, maxLength = 200, ...props }: PasswordProps) {
  const { t } = useTranslation('ui');
  const { label, required, disabled, ...rest } = props;
  const options = { label, required, disabled, secret: true, repeats };
  const { value, set, inputProps } = useField<string | null>(name, options);
  return (
    <PasswordInput
      {...rest}
      {...inputProps}
      maxLength={maxLength}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword') }}
    />
  );
}

type Option = { value: string; label: string; description?: ReactNode; disabled?: boolean };
type SelectProps = Base & { options: Option[]; placeholder?: string };

/** The browser's own list. An empty first choice stands while nothing is chosen. */
export function SelectField({ name, label, required, disabled, ...rest }: SelectProps) {
  const { t } = useTranslation('ui');
  const { value, set, inputProps } = useField<string | null>(name, { label, required, disabled });
  const { options, placeholder, description } = rest;
  const empty = { value: '', label: placeholder ?? t('field.choose') };
  return (
    <NativeSelect
      {...inputProps}
      description={description}
      data={[empty, ...options.map(({ description: _, ...option }) => option)]}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value || null)}
    />
  );
}

/** A line of words alone is lower than a finger wants it. */
const tallEnough = { inner: { marginTop: 2 }, label: { paddingBlock: 2 } } as const;

export function RadioField({ name, label, required, disabled, options, description }: SelectProps) {
  const { value, set, inputProps } = useField<string | null>(name, { label, required, disabled });
  const { id, error } = inputProps;
  return (
    <Radio.Group
      id={id}
      name={name}
      label={label}
      error={error}
      withAsterisk={required}
      description={description}
      value={value ?? ''}
      onChange={set}
    >
      <Stack gap="xs" mt="xs">
        {options.map((option) => (
          <Radio
            key={option.value}
            {...option}
            disabled={inputProps.disabled || option.disabled}
            styles={tallEnough}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

export function SwitchField({ name, label, disabled, description }: Base) {
  const { value, set, inputProps } = useField<boolean>(name, { label, disabled });
  const { id, error, disabled: off } = inputProps;
  return (
    <Switch
      {...{ id, name, label, error, description }}
      disabled={off}
      checked={Boolean(value)}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}

type CheckboxProps = Omit<Base, 'label'> & { label: string; content?: ReactNode };

/** `content` is a label with links in it; `label` then names the field in the summary. */
export function CheckboxField({
  name,
  label,
  content,
  required,
  disabled,
  description,
}: CheckboxProps) {
  const { value, set, inputProps } = useField<boolean>(name, { label, required, disabled });
  const { id, error, disabled: off, onBlur } = inputProps;
  const shown = (
    <>
      {content ?? label}
      {required && <RequiredMark />}
    </>
  );
  return (
    <Checkbox
      {...{ id, name, error, description, onBlur, required }}
      label={shown}
      disabled={off}
      checked={Boolean(value)}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}

type DateTimeProps = Base & { zone?: string; min?: string; max?: string };

/** The value is what was typed, 'YYYY-MM-DDTHH:mm', in the zone that stands below it. */
export function DateTimeField({ name, label, required, disabled, zone, ...rest }: DateTimeProps) {
  const { language } = useTranslation('ui');
  const { value, set, inputProps } = useField<string | null>(name, { label, required, disabled });
  const { description, min, max } = rest;
  return (
    <TextInput
      {...inputProps}
      type="datetime-local"
      min={min}
      max={max}
      description={description ?? (zone && zoneTitle(zone, language))}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value.slice(0, 16) || null)}
    />
  );
}
