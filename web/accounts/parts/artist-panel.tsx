import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { type Account, accountsContract } from '#contract/accounts.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './my-data.module.css';

/** A viewer asks to organize; an administrator answers. */
export function ArtistPanel({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const act = useAct();
  const confirm = useConfirm();
  if (account.roles.includes('PRODUCER')) {
    return (
      <Panel title={t('artist.title')}>
        <p className={classes.text}>{t('artist.already')}</p>
        <Button component={Link} to="/account/globalview" variant="default">
          {t('artist.desk')}
        </Button>
      </Panel>
    );
  }
  const ask = async () => {
    const question = { title: t('artist.title'), text: t('artist.confirmText') };
    if (!(await confirm({ ...question, confirmLabel: t('artist.action') }))) return;
    await act.run(() => api(accountsContract.requestArtist), { done: t('artist.asked') });
  };
  return (
    <Panel title={t('artist.title')}>
      <p className={classes.text}>{t('artist.text')}</p>
      {account.artistRequestedAt && (
        <>
          <StatusBadge tone="wait">{t('artist.waiting')}</StatusBadge> {t('artist.since')}{' '}
          <When instant={account.artistRequestedAt} style="date" />
        </>
      )}
      {account.can.requestArtist && (
        <Button loading={act.busy} onClick={() => void ask()}>
          {t('artist.action')}
        </Button>
      )}
    </Panel>
  );
}
