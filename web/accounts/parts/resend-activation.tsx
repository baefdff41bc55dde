import { Button } from '@mantine/core';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';

const resend = async (email: string) => {
  const { accountsContract } = await import('#contract/accounts.ts');
  return api(accountsContract.resendActivation, { body: { email } });
};

/** Sends the activation mail again to a known address. */
export function ResendButton({ email }: { email: string }) {
  const { t } = useTranslation('accounts');
  const act = useAct();
  const run = () => act.run(() => resend(email), { done: t('resend.done'), stay: true });
  return (
    <Button variant="default" loading={act.busy} onClick={() => void run()}>
      {t('resend.again')}
    </Button>
  );
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
