import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { channelsContract } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { TextAreaField, TextField } from '#web/ui/fields.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './new-channel-form.module.css';

/** The first two things that a channel needs; the rest is filled in on its own page. */
export function NewChannelForm({ cancel }: { cancel?: () => void }) {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  return (
    <div className={classes.form}>
      <Panel title={t('new.title')}>
        <DeskForm
          id="channel:new"
          initial={{ title: '', description: '' }}
          bar={false}
          keepData
          submitLabel={t('new.create')}
          beside={
            cancel && (
              <Button variant="subtle" color="gray" onClick={cancel}>
                {t('new.cancel')}
              </Button>
            )
          }
          save={(body) => api(channelsContract.createChannel, { body })}
          saved={({ slug }) => {
            notify({ message: t('new.created') });
            void navigate(`/account/channels/${slug}`);
          }}
        >
          <TextField
            name="title"
            label={t('field.title')}
            description={t('field.titleHint')}
            required
            maxLength={120}
          />
          <TextAreaField name="description" label={t('field.description')} maxLength={400} />
        </DeskForm>
      </Panel>
    </div>
  );
}
