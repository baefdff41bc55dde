import { useTranslation } from '#web/platform/words.ts';
import { useForm, useFormValue } from '#web/ui/form-context.ts';
import { likelyAddress } from './address-hint.ts';
import classes from './email-hint.module.css';

/** "Did you mean …?", below an address that looks mistyped. One press puts it right, twice if typed twice. */
export function EmailHint({ name, repeat }: { name: string; repeat?: string }) {
  const { t } = useTranslation('accounts');
  const { store } = useForm();
  const typed = useFormValue<string | null>(name) ?? '';
  const again = useFormValue<string | null>(repeat ?? name) ?? '';
  const meant = likelyAddress(typed);
  const accept = () => {
    store.set(name, meant);
    if (repeat && again.trim() === typed.trim()) store.set(repeat, meant);
  };
  return (
    <div role="status" className={classes.hint}>
      {meant && (
        <button type="button" onClick={accept}>
          {t('emailHint', { email: meant })}
        </button>
      )}
    </div>
  );
}
