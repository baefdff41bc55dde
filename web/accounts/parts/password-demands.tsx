import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { type PasswordDemand, passwordDemands } from '#contract/shared/password-demands.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useFormValue } from '#web/ui/form-context.ts';
import classes from './password-demands.module.css';

const demands = Object.keys(passwordDemands) as PasswordDemand[];

/** What the new password still lacks, ticked while one types. */
export function PasswordDemands({ name = 'password' }: { name?: string }) {
  const { t } = useTranslation('accounts');
  const password = useFormValue<string | null>(name) ?? '';
  return (
    <ul className={classes.demands} aria-label={t('demand.title')}>
      {demands.map((demand) => {
        const met = passwordDemands[demand](password);
        const Icon = met ? IconCheck : IconPointFilled;
        return (
          <li key={demand} data-met={met || undefined}>
            <Icon size={16} stroke={2.4} aria-hidden />
            {t(`demand.${demand}`)}
            <span className="said">{met ? t('demand.met') : t('demand.open')}</span>
          </li>
        );
      })}
    </ul>
  );
}
