import { Button } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconPencil } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './desk-form.module.css';
import type { FormStore } from './form-store.ts';

/** What the form as a whole is like; renews with every change in it. */
export function useFormState(store: FormStore) {
  useSyncExternalStore(store.subscribe, store.version, store.version);
  return { missing: store.missing(), dirty: store.isDirty() };
}

type Props = { store: FormStore; saving: boolean; label?: string };

/** Stays in sight: what is missing or unsaved, and the button, active only when all is filled. */
export function SaveBar({ store, saving, label }: Props) {
  const { t } = useTranslation('ui');
  const { missing, dirty } = useFormState(store);
  return (
    <div className={classes.bar}>
      <p className={classes.state} role="status">
        <BarState missing={missing.length} dirty={dirty} />
      </p>
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
