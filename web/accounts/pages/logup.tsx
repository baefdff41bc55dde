import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { keepClaim } from '#web/accounts/parts/claim.ts';
import { EmailHint } from '#web/accounts/parts/email-hint.tsx';
import { LetterSent } from '#web/accounts/parts/letter-sent.tsx';
import { PasswordDemands } from '#web/accounts/parts/password-demands.tsx';
import { ResendButton } from '#web/accounts/parts/resend-activation.tsx';
import { SignUpAs } from '#web/accounts/parts/sign-up-as.tsx';
import { api } from '#web/platform/api.ts';
import { safeNext } from '#web/platform/guards.ts';
import { useAddressValue } from '#web/platform/use-address-value.ts';
import { keepWanted, wantedKind, withNext } from '#web/platform/wanted-page.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm, FieldRow } from '#web/ui/desk-form.tsx';
import { CheckboxField, PasswordField, TextField } from '#web/ui/fields.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Sentence } from '#web/ui/sentence.tsx';

export const meta = pageMeta('accounts', ({ t }) => ({ title: t('logup.title'), noIndex: true }));

const empty = {
  as: 'attendee' as 'attendee' | 'organizer',
  name: '',
  surname: '',
  email: '',
  emailConfirmation: '',
  password: '',
  passwordConfirmation: '',
  /** One tick for both papers: each has its link. */
  legal: false,
  promotions: false,
};

/** Whoever is on their way somewhere is told that they get there. */
const words = {
  nothing: { lead: 'logup.lead', sent: null },
  rehearsal: { lead: 'logup.leadRehearsal', sent: 'logup.sentRehearsal' },
  page: { lead: 'logup.leadNext', sent: 'logup.sentNext' },
} as const;

export default function LogupPage() {
  const { t, language } = useTranslation('accounts');
  const as = useAddressValue('as') === 'organizer' ? 'organizer' : 'attendee';
  const next = safeNext(useAddressValue('next'));
  const { lead, sent } = words[wantedKind(next)];
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo) {
    return (
      <LetterSent
        title={t('logup.sentTitle')}
        text={
          <>
            {t('logup.sentText', { email: sentTo })} {sent && t(sent)}
          </>
        }
        action={<ResendButton email={sentTo} />}
      />
    );
  }
  const signUp = async (values: typeof empty) => {
    const { accountsContract } = await import('#contract/accounts.ts');
    const { legal, ...rest } = values;
    const body = { ...rest, privacy: legal, terms: legal, language };
    return api(accountsContract.signUp, { body: body as never });
  };
  return (
    <>
      <PageHead title={t('logup.title')} lead={t(lead)} />
      <DeskForm
        id="logup"
        bar={false}
        keepData
        initial={{ ...empty, as }}
        submitLabel={t('logup.submit')}
        save={signUp}
        saved={({ email, claim }) => {
          keepWanted(next);
          keepClaim(claim);
          setSentTo(email);
        }}
      >
        <SignUpAs />
        <SignUpFields />
      </DeskForm>
      <p>
        <Sentence
          text={t('logup.hasAccount')}
          parts={{
            link: (text) => (
              <Anchor component={Link} to={withNext('/login', next)}>
                {text}
              </Anchor>
            ),
          }}
        />
      </p>
    </>
  );
}

function SignUpFields() {
  const { t } = useTranslation('accounts');
  const legal = {
    link: (text: string) => (
      <Anchor component={Link} to="/aviso-legal" target="_blank" inherit>
        {text}
      </Anchor>
    ),
  };
  return (
    <>
      <FieldRow>
        <TextField
          name="name"
          autoComplete="given-name"
          label={t('name')}
          maxLength={80}
          required
        />
        <TextField
          name="surname"
          autoComplete="family-name"
          label={t('surname')}
          maxLength={120}
          required
        />
      </FieldRow>
      <TextField
        name="email"
        type="email"
        autoComplete="email"
        label={t('email')}
        maxLength={254}
        required
      />
      <EmailHint name="email" repeat="emailConfirmation" />
      <TextField
        name="emailConfirmation"
        repeats="email"
        type="email"
        autoComplete="off"
        label={t('emailConfirmation')}
        maxLength={254}
        required
      />
      <PasswordField name="password" autoComplete="new-password" label={t('password')} required />
      <PasswordDemands />
      <PasswordField
        name="passwordConfirmation"
        repeats="password"
        autoComplete="new-password"
        label={t('passwordConfirmation')}
        required
      />
      <CheckboxField
        name="legal"
        label={t('legal')}
        content={<Sentence text={t('legalLink')} parts={legal} />}
        required
      />
      <CheckboxField name="promotions" label={t('promotions')} />
    </>
  );
}
