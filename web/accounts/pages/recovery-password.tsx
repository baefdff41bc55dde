import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmailHint } from '#web/accounts/parts/email-hint.tsx';
import { LetterSent } from '#web/accounts/parts/letter-sent.tsx';
import { SendAgain } from '#web/accounts/parts/send-again.tsx';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';

export const meta = pageMeta('accounts', ({ t }) => ({
  title: t('recovery.title'),
  noIndex: true,
}));

const ask = async (body: { email: string }) => {
  const { accountsContract } = await import('#contract/accounts.ts');
  return api(accountsContract.requestRecovery, { body });
};

export default function RecoveryPasswordPage() {
  const { t } = useTranslation('accounts');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo) {
    return (
      <LetterSent
        title={t('recovery.sentTitle')}
        text={t('recovery.sentText', { email: sentTo })}
        action={
          <>
            <SendAgain send={() => ask({ email: sentTo })} />
            <Button variant="subtle" onClick={() => setSentTo(null)}>
              {t('recovery.other')}
            </Button>
          </>
        }
      />
    );
  }
  return (
    <>
      <PageHead title={t('recovery.title')} lead={t('recovery.lead')} />
      <DeskForm
        id="recovery"
        bar={false}
        keepData
        initial={{ email: '' }}
        submitLabel={t('recovery.submit')}
        save={ask}
        saved={(_, { email }) => setSentTo(email.trim())}
        beside={
          <Anchor component={Link} to="/login" size="sm">
            {t('recovery.back')}
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
        <EmailHint name="email" />
      </DeskForm>
    </>
  );
}
