import { Button } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconPencil } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { ChangeList } from './change-list.tsx';
import classes from './desk-form.module.css';
import { useForm } from './form-context.ts';
import type { FormStore } from './form-store.ts';
import { useRootMark } from './use-root-mark.ts';

/** What the form as a whole is like; renews with every change in it. */
export function useFormState(store: FormStore) {
  useSyncExternalStore(store.subscribe, store.version, store.version);
  return { missing: store.missing(), dirty: store.isDirty() };
}

type Props = { saving: boolean; label?: string };

/** Stays in sight: what is missing or changes, and the button, active only when all is filled. */
export function SaveBar({ saving, label }: Props) {
  const { t } = useTranslation('ui');
  const { store, inner } = useForm();
  const { missing, dirty } = useFormState(store);
  const waits = useSyncExternalStore(inner.subscribe, inner.isDirty, inner.isDirty);
  const [listed, setListed] = useState(false);
  useRootMark('data-foot-bar');
  const changes = dirty ? store.changed().length : 0;
  return (
    <div className={classes.bar} data-foot-bar>
      {listed && changes > 0 && <ChangeList />}
      <p className={classes.state} role="status">
        <BarState missing={missing.length} dirty={dirty || waits} />
      </p>
      {changes > 0 && (
        <Button
          variant="subtle"
          color="gray"
          aria-expanded={listed}
          onClick={() => setListed(!listed)}
        >
          {t(listed ? 'form.hideChanges' : 'form.showChanges', { count: changes })}
        </Button>
      )}
      {dirty && (
        <Button variant="subtle" color="gray" disabled={saving} onClick={() => store.reset()}>
          {t('form.discard')}
        </Button>
      )}
      <Button type="submit" loading={saving} disabled={missing.length > 0 || !dirty}>
        {label ?? t('form.save')}
      </Button>
    </div>
  );
}

function BarState({ missing, dirty }: { missing: number; dirty: boolean }) {
  const { t } = useTranslation('ui');
  if (missing > 0) {
    return (
      <>
        <IconAlertCircle size={18} aria-hidden />
        {t('form.missingCount', { count: missing })}
      </>
    );
  }
  const Icon = dirty ? IconPencil : IconCheck;
  return (
    <>
      <Icon size={18} aria-hidden />
      {dirty ? t('form.unsaved') : t('form.saved')}
    </>
  );
}
