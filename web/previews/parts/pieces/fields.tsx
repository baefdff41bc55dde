import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { SampleForm } from '#web/previews/parts/sample-form.tsx';
import { longTitle } from '#web/previews/parts/sample-shows.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import {
  CheckboxField,
  DateTimeField,
  PasswordField,
  RadioField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#web/ui/fields.tsx';
import { MoneyField } from '#web/ui/money-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { TagsField } from '#web/ui/tags-field.tsx';

const values = {
  title: longTitle,
  text: '',
  secret: '',
  one: 'a',
  choice: 'a',
  on: true,
  ticked: false,
  when: '2026-12-05T20:30',
  amount: 1210,
  count: 400,
  tags: ['estreno', 'drama'],
};

type Props = { disabled?: boolean; wrong?: boolean };

/** One field of each kind. `wrong`: as after the server refused it. */
function Fields({ disabled = false, wrong }: Props) {
  const { t } = useTranslation('previews');
  const options = ['a', 'b'].map((value) => ({ value, label: t(`sample.option.${value as 'a'}`) }));
  const label = t('sample.show');
  return (
    <SampleForm
      values={wrong ? { ...values, title: '' } : values}
      disabled={disabled}
      begin={(store) => {
        if (!wrong) return;
        store.touch('title');
        store.refuse(t('sample.refused'), { amount: t('sample.refusedField') });
      }}
    >
      <ErrorSummary />
      <TextField name="title" label={label} description={t('sample.hint')} required />
      <TextAreaField name="text" label={t('sample.text')} maxLength={240} rows={2} />
      <PasswordField name="secret" label={t('sample.secret')} autoComplete="new-password" />
      <SelectField name="one" label={t('sample.select')} options={options} />
      <RadioField name="choice" label={t('sample.choice')} options={options} />
      <SwitchField name="on" label={t('sample.switch')} />
      <CheckboxField name="ticked" label={t('sample.tick')} required />
      <DateTimeField name="when" label={t('sample.when')} zone="Europe/Madrid" />
      <MoneyField name="amount" label={t('sample.price')} currency="EUR" />
      <NumberField name="count" label={t('sample.seats')} min={1} />
      <TagsField name="tags" label={t('sample.tags')} />
    </SampleForm>
  );
}

export const piece: Piece = {
  name: 'Fields',
  group: 'forms',
  samples: [
    { state: 'normal', Show: () => <Fields /> },
    { state: 'disabled', Show: () => <Fields disabled /> },
    { state: 'error', Show: () => <Fields wrong /> },
  ],
};
