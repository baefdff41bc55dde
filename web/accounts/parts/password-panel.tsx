import { useState } from 'react';
import { accountsContract } from '#contract/accounts.ts';
import { PasswordDemands } from '#web/accounts/parts/password-demands.tsx';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { PasswordField } from '#web/ui/fields.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './my-data.module.css';

const empty = { current: '', password: '', confirmation: '' };

export function PasswordPanel() {
  const { t } = useTranslation('accounts');
  // A form with passwords in it is not shown again: a new one takes its place.
  const [round, setRound] = useState(0);
  return (
    <Panel title={t('passwordChange.title')}>
      <p className={classes.text}>{t('passwordChange.text')}</p>
      <div className={classes.narrow}>
        <DeskForm
          key={round}
          id="password"
          bar={false}
          initial={empty}
          submitLabel={t('passwordChange.submit')}
          save={(body) => api(accountsContract.changePassword, { body })}
          saved={() => {
            notify({ message: t('passwordChange.done') });
            setRound(round + 1);
          }}
        >
          <PasswordField
            name="current"
            autoComplete="current-password"
            label={t('passwordChange.current')}
            required
          />
          <PasswordField
            name="password"
            autoComplete="new-password"
            label={t('passwordNew')}
            required
          />
          <PasswordDemands />
          <PasswordField
            name="confirmation"
            repeats="password"
            autoComplete="new-password"
            label={t('passwordConfirmation')}
            required
          />
        </DeskForm>
      </div>
    </Panel>
  );
}
