import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ChannelClassification, channelsContract } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { type SessionUser, sessionUser } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { useForm } from '#web/ui/form-context.ts';
import { likelyCountry } from '#web/ui/likely-country.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useFormState } from '#web/ui/save-bar.tsx';
import { AboutFields, IssuerFields } from './channel-fields.tsx';
import classes from './new-channel-form.module.css';

/** What is known of the organizer is filled in: most invoice in their own name, where they are. */
const valuesFor = (user: SessionUser | null) => ({
  title: '',
  description: '',
  classification: '' as ChannelClassification | '',
  businessName: user?.billingCompany || [user?.name, user?.surname].filter(Boolean).join(' '),
  billing: {
    taxId: user?.billingNif ?? '',
    address: user?.billingAddress ?? '',
    postalCode: user?.billingPostalCode ?? '',
    city: user?.billingCity ?? '',
    country: user?.billingCountry || user?.country || likelyCountry(),
  },
});
type Values = ReturnType<typeof valuesFor>;

/** Review asks for every field of this form. */
const all = () => true;

type Props = {
  /** The first channel of its organizer: from it they go on to their first show. */
  isFirst: boolean;
  cancel: () => void;
};

/** All that review asks for, on one form: it is sent to review as it is created, or kept as a draft. */
export function NewChannelForm({ isFirst, cancel }: Props) {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const [initial] = useState(() => valuesFor(sessionUser()));
  const keeping = useAct();
  return (
    <div className={classes.form}>
      <Panel title={t('new.title')}>
        <DeskForm
          id="channel:new"
          initial={initial}
          bar={false}
          keepData
          // One press makes one channel, whichever of the two buttons comes first.
          disabled={keeping.busy}
          submitLabel={t('new.review')}
          beside={
            <>
              <DraftButton act={keeping} />
              {!isFirst && (
                <Button variant="subtle" color="gray" onClick={cancel}>
                  {t('new.cancel')}
                </Button>
              )}
            </>
          }
          save={(values) =>
            api(channelsContract.createChannel, { body: { ...values, review: true } })
          }
          saved={({ slug }) => {
            notify({ message: t(isFirst ? 'new.sentFirst' : 'new.sent') });
            void navigate(
              isFirst ? `/account/products/new?channel=${slug}` : `/account/channels/${slug}`,
            );
          }}
        >
          <AboutFields required={all} />
          <fieldset className={classes.issuer}>
            <legend>{t('new.issuer')}</legend>
            <IssuerFields required={all} warnings={[]} />
          </fieldset>
        </DeskForm>
      </Panel>
    </div>
  );
}

/** Whoever does not have it all at hand begins with a name. */
function DraftButton({ act }: { act: ReturnType<typeof useAct> }) {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const { store, drafts, disabled } = useForm();
  useFormState(store);
  const keep = async () => {
    const body = store.values() as unknown as Values;
    const draft = await act.run(() => api(channelsContract.createChannel, { body }), {
      done: t('new.created'),
      stay: true,
    });
    if (!draft) return;
    drafts.forget('channel:new');
    void navigate(`/account/channels/${draft.slug}`);
  };
  return (
    <Button
      variant="default"
      size="md"
      loading={act.busy}
      disabled={disabled || String(store.get('title')).trim() === ''}
      onClick={() => void keep()}
    >
      {t('new.draft')}
    </Button>
  );
}
