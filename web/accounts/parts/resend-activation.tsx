import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { SendAgain } from './send-again.tsx';

const resend = async (email: string) => {
  const { accountsContract } = await import('#contract/accounts.ts');
  return api(accountsContract.resendActivation, { body: { email } });
};

/** Sends the activation mail again to a known address. */
export function ResendButton({ email }: { email: string }) {
  return <SendAgain send={() => resend(email)} />;
}

/** Asks for the address first. */
export function ResendForm({ done }: { done: (email: string) => void }) {
  const { t } = useTranslation('accounts');
  return (
    <DeskForm
      id="resend"
      bar={false}
      keepData
      initial={{ email: '' }}
      submitLabel={t('resend.send')}
      save={({ email }) => resend(email)}
      saved={(_, { email }) => done(email.trim())}
    >
      <TextField name="email" type="email" autoComplete="email" label={t('email')} required />
    </DeskForm>
  );
}
