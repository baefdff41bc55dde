import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { SampleForm } from '#web/previews/parts/sample-form.tsx';
import { longTitle } from '#web/previews/parts/sample-shows.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { SwitchField, TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';
import { useFormState } from '#web/ui/save-bar.tsx';

const values = { title: 'La luz del faro', amount: 1210, on: true, text: '' };

function Changes({ title }: { title: string }) {
  const { t } = useTranslation('previews');
  return (
    <SampleForm
      values={values}
      begin={(store) => {
        store.set('title', title);
        store.set('amount', 1500);
        store.set('on', false);
      }}
    >
      <TextField name="title" label={t('sample.show')} />
      <MoneyField name="amount" label={t('sample.price')} currency="EUR" />
      <SwitchField name="on" label={t('sample.switch')} />
      <List />
    </SampleForm>
  );
}

/** As the bar to save with does: drawn anew with every change. */
function List() {
  useFormState(useForm().store);
  return <ChangeList />;
}

export const piece: Piece = {
  name: 'ChangeList',
  group: 'forms',
  wide: true,
  samples: [
    { state: 'normal', Show: () => <Changes title="La luz" /> },
    { state: 'long', Show: () => <Changes title={longTitle} /> },
    { state: 'missing', Show: () => <Changes title="" /> },
  ],
};
