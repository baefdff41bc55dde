import { useState } from 'react';
import { useNavigate } from 'react-router';
import { rehearsalLimits, rehearsalsContract } from '#contract/rehearsals.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { SelectField, TextField } from '#web/ui/fields.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './room-desk.module.css';

type Props = {
  channels: { slug: string; title: string }[];
  chosen: string;
  mayOpen: boolean;
};

/** A title, one press, and the room is open. */
export function NewRoomPanel({ channels, chosen, mayOpen }: Props) {
  const { t } = useTranslation('rehearsals');
  const navigate = useNavigate();
  // Pressed twice, or sent again after the answer got lost, it is one room.
  const [key] = useState(() => crypto.randomUUID());
  if (!mayOpen) {
    return (
      <Panel title={t('new.title')}>
        <p className={classes.line}>{t('new.limit', { most: rehearsalLimits.rooms })}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t('new.title')}>
      <DeskForm
        id="rehearsal:new"
        bar={false}
        keepData
        initial={{ title: '', channel: chosen }}
        submitLabel={t('new.open')}
        save={(body: { title: string; channel: string }) =>
          api(rehearsalsContract.openRoom, { body, idempotencyKey: key })
        }
        saved={({ slug }) => void navigate(`/account/rehearsals/${slug}`)}
      >
        <TextField
          name="title"
          label={t('field.title')}
          description={t('field.titleHint')}
          maxLength={rehearsalLimits.title}
          required
        />
        {channels.length > 1 && (
          <SelectField
            name="channel"
            label={t('field.channel')}
            options={channels.map(({ slug, title }) => ({ value: slug, label: title }))}
            required
          />
        )}
      </DeskForm>
    </Panel>
  );
}
