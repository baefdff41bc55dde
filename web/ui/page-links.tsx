import { Link } from 'react-router';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './page-links.module.css';
import { isPastLast, lastPageOf } from './table-query.ts';

type Props = {
  page: { page: number; size: number; total: number };
  /** The address of another page; `?page=…` unless told. */
  addressOf?: (page: number) => string;
  /** Of which list they are, where a screen has several. */
  label?: string;
  /** The list is a part of the screen: it does not jump to its top. */
  stay?: boolean;
};

/** Where one is in a longer list, and the ways back and on; nothing when all of it is shown. */
export function PageLinks({ page, addressOf = (number) => `?page=${number}`, label, stay }: Props) {
  const { t, language } = useTranslation('ui');
  const { page: number, size, total } = page;
  const from = (number - 1) * size + 1;
  const to = Math.min(total, number * size);
  if (number === 1 && to >= total) return null;
  const isPast = isPastLast(page);
  return (
    <nav className={classes.links} aria-label={label ?? t('table.pages')}>
      {number > 1 && (
        <Link to={addressOf(isPast ? lastPageOf(page) : number - 1)} preventScrollReset={stay}>
          {t('previous')}
        </Link>
      )}
      {!isPast && (
        <span className="figures">
          {t('table.range', { from, to, total: formatNumber(total, language) })}
        </span>
      )}
      {to < total && (
        <Link to={addressOf(number + 1)} preventScrollReset={stay}>
          {t('next')}
        </Link>
      )}
    </nav>
  );
}
