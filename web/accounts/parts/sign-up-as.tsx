import { IconMasksTheater, IconTicket } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import { useField } from '#web/ui/form-context.ts';
import classes from './sign-up-as.module.css';

const choices = [
  { value: 'attendee', Icon: IconTicket },
  { value: 'organizer', Icon: IconMasksTheater },
] as const;

/** To watch or to organize: two large cards that are radio buttons. */
export function SignUpAs() {
  const { t } = useTranslation('accounts');
  const field = useField<string>('as', { label: t('as.label'), required: true });
  const { inputProps, value, set } = field;
  return (
    <fieldset className={classes.choices} disabled={inputProps.disabled}>
      <legend>{t('as.label')}</legend>
      {choices.map(({ value: choice, Icon }) => (
        <label key={choice} className={classes.card}>
          <input
            type="radio"
            name="as"
            value={choice}
            checked={value === choice}
            onChange={() => set(choice)}
          />
          <Icon size={28} stroke={1.6} aria-hidden />
          <strong>{t(`as.${choice}`)}</strong>
          <span>{t(`as.${choice}Text`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
