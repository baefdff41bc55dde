import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { accountsContract } from '#contract/accounts.ts';
import { api } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { refreshSession, useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';

/** May we write to whoever leaves the checkout? Off until ticked, and kept in the account at once. */
export function UnfinishedConsent() {
  const { t } = useTranslation('leads');
  const isWanted = useSession()?.unfinishedLetters ?? false;
  const [busy, setBusy] = useState(false);
  const save = async (unfinishedLetters: boolean) => {
    setBusy(true);
    try {
      await api(accountsContract.saveMe, { body: { unfinishedLetters } });
      refreshSession({ unfinishedLetters });
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Checkbox
      checked={isWanted}
      disabled={busy}
      onChange={(event) => void save(event.currentTarget.checked)}
      label={t('unfinished.consent')}
      description={t('unfinished.where')}
    />
  );
}
