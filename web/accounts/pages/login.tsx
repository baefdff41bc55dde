import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { followAccount } from '#web/accounts/parts/follow-account.ts';
import { api } from '#web/platform/api.ts';
import { safeNext } from '#web/platform/guards.ts';
import { signIn } from '#web/platform/session.ts';
import { useAddressValue } from '#web/platform/use-address-value.ts';
import { wantedKind, withNext } from '#web/platform/wanted-page.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { PasswordField, TextField } from '#web/ui/fields.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Sentence } from '#web/ui/sentence.tsx';

export const meta = pageMeta('accounts', ({ t }) => ({ title: t('login.title'), noIndex: true }));

const leads = {
  nothing: 'login.lead',
  rehearsal: 'login.leadRehearsal',
  page: 'login.leadNext',
} as const;

const logIn = async (body: { email: string; password: string }) => {
  const { accountsContract } = await import('#contract/accounts.ts');
  return api(accountsContract.logIn, { body });
};

export default function LoginPage() {
  const { t } = useTranslation('accounts');
  const next = safeNext(useAddressValue('next'));
  const email = useAddressValue('email') ?? '';
  return (
    <>
      <PageHead title={t('login.title')} lead={t(leads[wantedKind(next)])} />
      <DeskForm
        id="login"
        bar={false}
        keepData
        initial={{ email, password: '' }}
        submitLabel={t('login.submit')}
        save={logIn}
        saved={async (user) => {
          // The frame of these pages sends whoever is logged in to where they wanted to go.
          signIn(user);
          await followAccount(user);
        }}
        beside={
          <Anchor component={Link} to="/recovery-password" size="sm">
            {t('login.forgotten')}
          </Anchor>
        }
      >
        <TextField
          name="email"
          type="email"
          autoComplete="username"
          label={t('email')}
          maxLength={254}
          required
        />
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={t('password')}
          required
        />
      </DeskForm>
      <p>
        <Sentence
          text={t('login.noAccount')}
          parts={{
            link: (text) => (
              <Anchor component={Link} to={withNext('/logup', next)}>
                {text}
              </Anchor>
            ),
          }}
        />
      </p>
    </>
  );
}
