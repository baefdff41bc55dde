import { apiKeysContract } from '#contract/api-keys.ts';
import { type KeyScope, keyScopes } from '#contract/shared/scopes.ts';
import { api } from '#web/platform/api.ts';
import { browserNow } from '#web/platform/clock.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { RadioField, TextField } from '#web/ui/fields.tsx';
import { ChoicesField } from './choices-field.tsx';

const lasting = ['30', '90', '365', 'ever'] as const;
type Lasting = (typeof lasting)[number];
type Values = { name: string; scopes: KeyScope[]; lasts: Lasting };

const endOf = (lasts: Lasting): string | null =>
  lasts === 'ever' ? null : new Date(browserNow() + Number(lasts) * 86_400_000).toISOString();

/** What it is for, what it may open, and for how long. */
export function NewKey({ made }: { made: (key: string) => void }) {
  const { t } = useTranslation('integrations');
  const initial: Values = { name: '', scopes: [], lasts: '365' };
  return (
    <DeskForm
      id="key:new"
      bar={false}
      initial={initial}
      submitLabel={t('key.add')}
      save={({ name, scopes, lasts }: Values) =>
        api(apiKeysContract.createApiKey, { body: { name, scopes, endsAt: endOf(lasts) } })
      }
      saved={({ key }) => made(key)}
    >
      <TextField
        name="name"
        label={t('key.name')}
        description={t('key.nameHint')}
        maxLength={80}
        required
      />
      <ChoicesField
        name="scopes"
        label={t('key.scopes')}
        required
        options={keyScopes.map((value) => ({
          value,
          label: value,
          description: t(`scope.${value.replace(':', '_') as 'read_sales'}`),
        }))}
      />
      <RadioField
        name="lasts"
        label={t('key.lasts')}
        required
        options={lasting.map((value) => ({ value, label: t(`lasts.${value}`) }))}
      />
    </DeskForm>
  );
}
