import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { type Asked, addressOf } from './search-address.ts';
import classes from './sold-in.module.css';

/** Says that a list is narrowed to a currency, and gives that up; a link, before and without script. */
export function SoldIn({ asked, currency }: { asked: Asked; currency: string }) {
  const { t } = useTranslation('catalog');
  const { currency: _, ...others } = asked;
  return (
    <p className={classes.chip}>
      {t('filter.soldIn', { currency })}
      <span aria-hidden="true">·</span>
      <Link to={addressOf(others)} preventScrollReset>
        {t('filter.soldInAny')}
      </Link>
    </p>
  );
}
