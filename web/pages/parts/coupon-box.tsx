import { IconTicket } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/platform/api.ts';
import { sentenceFor } from '#web/platform/error-words.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton } from '#web/ui/action.tsx';
import classes from './coupon-box.module.css';

/** Takes a code and leads to the checkout of what it opens. */
export function CouponBox() {
  const { t } = useTranslation('pages');
  const id = useId();
  const { redeem, busy, fault } = useRedeem();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void redeem(String(new FormData(event.currentTarget).get('code') ?? ''));
  };
  return (
    <section className={classes.box} aria-labelledby={`${id}-title`}>
      <IconTicket size={36} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <h2 id={`${id}-title`}>{t('coupon.title')}</h2>
        <p>{t('coupon.text')}</p>
      </div>
      <form className={classes.form} onSubmit={submit} noValidate>
        <label htmlFor={`${id}-code`} className="said">
          {t('coupon.label')}
        </label>
        <input
          id={`${id}-code`}
          name="code"
          className={classes.input}
          placeholder="XXXX-XXXX-XXXX"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
        />
        <ActionButton type="submit" busy={busy}>
          {t('coupon.go')}
        </ActionButton>
        <p id={`${id}-fault`} role="alert" className={classes.fault}>
          {fault}
        </p>
      </form>
    </section>
  );
}

function useRedeem() {
  const { t } = useTranslation('pages');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const redeem = async (typed: string) => {
    const code = typed.trim();
    if (code === '') return setFault(t('coupon.missing'));
    setBusy(true);
    setFault(null);
    try {
      // The contract is fetched with the first code: most visitors have none.
      const { ticketsContract } = await import('#contract/tickets.ts');
      const offer = await api(ticketsContract.getCode, { params: { code } });
      const query = new URLSearchParams({ code: offer.code });
      await navigate(`/products/${offer.product.slug}/checkout?${query}`);
    } catch (error) {
      setFault(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  return { redeem, busy, fault };
}
