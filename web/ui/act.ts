import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { notify, notifyError } from '#web/platform/notices.ts';

type After = { done?: string; stay?: boolean };

/**
 * A button that does something: `act.run(() => api(…), { done: t('published') })`. Busy meanwhile,
 * says how it went, and loads the page's data again (not with `stay`). Null when it failed.
 */
export function useAct() {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const run = async <T>(deed: () => Promise<T>, { done, stay }: After = {}): Promise<T | null> => {
    setBusy(true);
    try {
      const answer = await deed();
      if (done) notify({ message: done });
      if (!stay) await revalidate();
      return answer;
    } catch (error) {
      notifyError(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy };
}
