import type { ProductDetail } from '#contract/catalog.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './buy-panel.module.css';

/** Told only when it matters: nothing left, or not many. */
const fewSeats = 20;

export function Seats({ session }: { session: ProductDetail['sessions'][number] }) {
  const { t } = useTranslation('catalog');
  const { seatsLeft, open, cancelledAt } = session;
  if (cancelledAt) return <span className={classes.seats}>{t('sale.cancelled')}</span>;
  if (seatsLeft === 0) return <span className={classes.seats}>{t('sale.soldOut')}</span>;
  if (!open) return <span className={classes.seats}>{t('sale.closedSession')}</span>;
  if (seatsLeft === null || seatsLeft > fewSeats) return null;
  return (
    <span className={classes.seats} data-few>
      {t('sale.seatsLeft', { count: seatsLeft })}
    </span>
  );
}
