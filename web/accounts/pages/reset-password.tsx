import { IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { PasswordDemands } from '#web/accounts/parts/password-demands.tsx';
import { api } from '#web/platform/api.ts';
import { sentenceFor, toldBy } from '#web/platform/error-words.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { PasswordField } from '#web/ui/fields.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { EmptyState } from '#web/ui/states.tsx';

export const meta = pageMeta('accounts', ({ t }) => ({ title: t('reset.title'), noIndex: true }));

export default function ResetPasswordPage() {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const { resetToken: token = '' } = useParams();
  const [dead, setDead] = useState<unknown>(null);
  const reset = async (values: { password: string; confirmation: string }) => {
    const { accountsContract } = await import('#contract/accounts.ts');
    const body = { token, ...values };
    return api(accountsContract.resetPassword, { body }).catch((error: unknown) => {
      if (toldBy(error).code === 'RESET_INVALID') setDead(error);
      throw error;
    });
  };
  if (dead) {
    return (
      <EmptyState
        page
        icon={IconLinkOff}
        title={t('reset.failedTitle')}
        text={sentenceFor(dead)}
        action={<ActionLink to="/recovery-password">{t('reset.again')}</ActionLink>}
      />
    );
  }
  return (
    <>
      <PageHead title={t('reset.title')} lead={t('reset.lead')} />
      <DeskForm
        id="reset"
        bar={false}
        keepData
        initial={{ password: '', confirmation: '' }}
        submitLabel={t('reset.submit')}
        save={reset}
        saved={({ email }) => {
          notify({ message: t('reset.done') });
          void navigate(`/login?email=${encodeURIComponent(email)}`, { replace: true });
        }}
      >
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
    </>
  );
}
