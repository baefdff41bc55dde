import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Sentence } from '#web/ui/sentence.tsx';
import classes from '../shared/leads.module.css';
import { askAsGuest, type GuestFault } from './use-interest.ts';

type Props = { of: 'product' | 'channel'; slug: string };

/** Whoever has no account says where to write to; a letter asks whether it was they. */
export function GuestForm({ of, slug }: Props) {
  const { t, language } = useTranslation('leads');
  const id = useId();
  const [email, setEmail] = useState('');
  const [consent, setConsent] = useState(false);
  const [fault, setFault] = useState<GuestFault>({});
  const [busy, setBusy] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const wrong = await askAsGuest(of, slug, { email, consent, language });
      setFault(wrong ?? {});
      setIsSent(wrong === null);
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  if (isSent) return <p role="status">{t('guest.sent', { email })}</p>;
  return (
    <form className={classes.form} onSubmit={(event) => void send(event)} noValidate>
      <label className={classes.field}>
        {t('guest.email')}
        <input
          type="email"
          name="email"
          autoComplete="email"
          maxLength={254}
          required
          // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was pressed
          autoFocus
          value={email}
          aria-invalid={fault.email ? true : undefined}
          aria-describedby={fault.email ? `${id}-email` : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </label>
      {fault.email && (
        <p id={`${id}-email`} className={classes.error}>
          {fault.email}
        </p>
      )}
      <label className={classes.consent}>
        <input
          type="checkbox"
          name="consent"
          required
          checked={consent}
          aria-invalid={fault.consent ? true : undefined}
          aria-describedby={fault.consent ? `${id}-consent` : undefined}
          onChange={(event) => setConsent(event.currentTarget.checked)}
        />
        <span>
          <Sentence
            text={t('guest.consent')}
            parts={{
              link: (text) => (
                <Link to="/aviso-legal" target="_blank">
                  {text}
                </Link>
              ),
            }}
          />
        </span>
      </label>
      {fault.consent && (
        <p id={`${id}-consent`} className={classes.error}>
          {fault.consent}
        </p>
      )}
      <ActionButton type="submit" wide busy={busy}>
        {t('guest.send')}
      </ActionButton>
    </form>
  );
}
