import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { confirm } from './confirm.tsx';

/** The forms of this page with unsaved changes, and how to forget their drafts. */
const unsaved = new Map<string, () => void>();

/** Called by a form whenever it becomes dirty or clean. */
export function markUnsaved(id: string, forget: (() => void) | null): void {
  if (forget) unsaved.set(id, forget);
  else unsaved.delete(id);
}

/** Once per document: asks before a page with unsaved changes is left. */
export function LeaveGuard() {
  const { t } = useTranslation('ui');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 &&
      nextLocation.pathname !== currentLocation.pathname &&
      // An expired log-in: the draft is kept and comes back.
      nextLocation.pathname !== '/login',
  );

  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (unsaved.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => window.removeEventListener('beforeunload', beforeUnload);
  }, []);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: t('form.leave.title'),
      text: t('form.leave.text'),
      confirmLabel: t('form.leave.go'),
      cancelLabel: t('form.leave.stay'),
      danger: true,
    }).then((leave) => {
      if (!leave) return blocker.reset();
      for (const forget of unsaved.values()) forget();
      unsaved.clear();
      blocker.proceed();
    });
  }, [blocker, t]);
  return null;
}
