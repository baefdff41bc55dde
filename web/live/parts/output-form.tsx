import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type Broadcast, type BroadcastOutput, liveContract } from '#contract/live.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { PasswordField, SwitchField, TextField } from '#web/ui/fields.tsx';
import { useForm, useFormValue } from '#web/ui/form-context.ts';
import { type Platform, platformOf, platforms } from './output-words.ts';

type Values = { name: string; url: string; key: string; duringRehearsals: boolean };
type Saved = { slug: string; saved: (broadcast: Broadcast) => void };

/** A platform that gets the show from now on. */
export function NewOutput({ slug, saved }: Saved) {
  const { t } = useTranslation('live');
  const initial: Values = { ...platforms.youtube, key: '', duringRehearsals: false };
  return (
    <DeskForm
      id={`output:${slug}`}
      bar={false}
      keepData
      initial={initial}
      submitLabel={t('outputs.add')}
      save={(body: Values) => api(liveContract.addOutput, { params: { slug }, body })}
      saved={(broadcast, { name }) => {
        notify({ message: t('outputs.added', { name }) });
        saved(broadcast);
      }}
    >
      <PlatformChoice />
      <Fields kept={null} />
    </DeskForm>
  );
}

/** Its key is never shown: it stays when nothing is typed, unless it would go to another server. */
export function ChangeOutput({ slug, output, saved }: Saved & { output: BroadcastOutput }) {
  const { t } = useTranslation('live');
  const { id, name, url, duringRehearsals } = output;
  const initial: Values = { name, url, key: '', duringRehearsals };
  const save = ({ key, ...values }: Values) => {
    const body = key === '' ? values : { ...values, key };
    return api(liveContract.changeOutput, { params: { slug, id }, body });
  };
  return (
    <DeskForm
      id={`output:${id}`}
      bar={false}
      keepData
      initial={initial}
      submitLabel={t('outputs.save')}
      save={save}
      saved={(broadcast) => {
        notify({ message: t('outputs.saved') });
        saved(broadcast);
      }}
    >
      <Fields kept={output} />
    </DeskForm>
  );
}

/** Fills in name and address; both can be changed afterwards. */
function PlatformChoice() {
  const { t } = useTranslation('live');
  const { store } = useForm();
  const [chosen, setChosen] = useState<Platform>('youtube');
  const choose = (platform: Platform) => {
    setChosen(platform);
    const { name, url } = platform === 'other' ? { name: '', url: '' } : platforms[platform];
    store.set('name', name);
    store.set('url', url);
  };
  const known = Object.entries(platforms).map(([value, { name }]) => ({ value, label: name }));
  return (
    <NativeSelect
      label={t('outputs.platform')}
      data={[...known, { value: 'other', label: t('outputs.other') }]}
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value as Platform)}
    />
  );
}

function Fields({ kept }: { kept: BroadcastOutput | null }) {
  const { t } = useTranslation('live');
  const url = useFormValue<string>('url');
  const isElsewhere = kept !== null && url.trim() !== kept.url;
  const keyHint = kept ? (isElsewhere ? 'keyAgain' : 'keyKept') : `keyHint.${platformOf(url)}`;
  return (
    <>
      <TextField name="name" label={t('outputs.name')} maxLength={60} required />
      <TextField
        name="url"
        label={t('outputs.url')}
        description={t('outputs.urlHint')}
        maxLength={300}
        inputMode="url"
        autoComplete="off"
        required
      />
      <PasswordField
        name="key"
        label={t('outputs.key')}
        description={t(`outputs.${keyHint}` as 'outputs.keyKept')}
        autoComplete="off"
        maxLength={300}
        required={kept === null || isElsewhere}
      />
      <SwitchField
        name="duringRehearsals"
        label={t('outputs.rehearsals')}
        description={t('outputs.rehearsalsHint')}
      />
    </>
  );
}
