import { TagsInput } from '@mantine/core';
import { useTranslation } from '#web/platform/words.ts';
import { type FieldBase as Base, useField } from './form-context.ts';

type TagsProps = Base & {
  max?: number;
  suggestions?: string[];
  maxLength?: number;
  /** How a tag is read, where it is kept in another form, and back. */
  shown?: (kept: string) => string;
  kept?: (shown: string) => string;
};

const asItIs = (tag: string) => tag;
/** Two kept forms may read the same; a list of tags names each once. */
const distinct = (tags: string[]) => [...new Set(tags)];

export function TagsField({ name, label, required, disabled, ...rest }: TagsProps) {
  const { t } = useTranslation('ui');
  const { value, set, inputProps } = useField<string[] | null>(name, { label, required, disabled });
  const { shown = asItIs, kept = asItIs } = rest;
  return (
    <TagsInput
      {...inputProps}
      description={rest.description ?? t('field.tagsHint')}
      data={rest.suggestions ?? []}
      maxTags={rest.max}
      maxLength={rest.maxLength ?? 40}
      splitChars={[',', ';']}
      acceptValueOnBlur
      value={distinct((value ?? []).map(shown))}
      onChange={(tags) => set(distinct(tags.map(kept)))}
    />
  );
}
