import { TagsInput } from '@mantine/core';
import { useTranslation } from '#web/platform/words.ts';
import { type FieldBase as Base, useField } from './form-context.ts';

type TagsProps = Base & { max?: number; suggestions?: string[]; maxLength?: number };

export function TagsField({ name, label, required, disabled, ...rest }: TagsProps) {
  const { t } = useTranslation('ui');
  const { value, set, inputProps } = useField<string[] | null>(name, { label, required, disabled });
  return (
    <TagsInput
      {...inputProps}
      description={rest.description ?? t('field.tagsHint')}
      data={rest.suggestions ?? []}
      maxTags={rest.max}
      maxLength={rest.maxLength ?? 40}
      splitChars={[',', ';']}
      acceptValueOnBlur
      value={value ?? []}
      onChange={set}
    />
  );
}
