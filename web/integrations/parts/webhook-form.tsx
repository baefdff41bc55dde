import {
  type EventType,
  eventTypes,
  integrationLimits,
  type Webhook,
} from '#contract/integrations.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { ChoicesField } from './choices-field.tsx';
import { endpointsOf, type Whose } from './whose.ts';

type Values = { url: string; description: string; types: EventType[] };
type NewProps = { whose: Whose; made: (secret: string, webhook: Webhook) => void };

/** A receiver that hears from now on. */
export function NewWebhook({ whose, made }: NewProps) {
  const { t } = useTranslation('integrations');
  const initial: Values = { url: '', description: '', types: [] };
  return (
    <DeskForm
      id={`webhook:new:${whose}`}
      bar={false}
      initial={initial}
      submitLabel={t('webhook.add')}
      save={(body: Values) => api(endpointsOf(whose).create, { body })}
      saved={({ secret, webhook }) => made(secret, webhook)}
    >
      <Fields />
    </DeskForm>
  );
}

/** Where it is, what it hears, and what it is called here. */
export function ChangeWebhook({
  whose,
  webhook,
  saved,
}: {
  whose: Whose;
  webhook: Webhook;
  saved: () => void;
}) {
  const { t } = useTranslation('integrations');
  const { id, url, description, types } = webhook;
  const initial: Values = { url, description, types };
  return (
    <DeskForm
      id={`webhook:${id}`}
      bar={false}
      initial={initial}
      submitLabel={t('webhook.save')}
      save={(body: Values) => api(endpointsOf(whose).change, { params: { id }, body })}
      saved={() => {
        notify({ message: t('webhook.saved') });
        saved();
      }}
    >
      <Fields />
    </DeskForm>
  );
}

function Fields() {
  const { t } = useTranslation('integrations');
  return (
    <>
      <TextField
        name="url"
        label={t('webhook.url')}
        description={t('webhook.urlHint')}
        placeholder="https://example.com/webhooks"
        maxLength={integrationLimits.url}
        inputMode="url"
        autoComplete="off"
        required
      />
      <TextField name="description" label={t('webhook.description')} maxLength={200} />
      <ChoicesField
        name="types"
        label={t('webhook.types')}
        required
        options={eventTypes.map((value) => ({
          value,
          label: value,
          description: t(`event.${value.replace('.', '_') as 'order_paid'}`),
        }))}
      />
    </>
  );
}
