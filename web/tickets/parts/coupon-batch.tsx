import type { Coupon } from '#contract/tickets.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import { CouponActs } from './coupon-acts.tsx';
import classes from './coupon-batch.module.css';

type Props = { coupon: Coupon; changed: () => void };

/** One batch of codes: its price and date, how many are used, and what can be done with it. */
export function CouponBatch({ coupon, changed }: Props) {
  const { t } = useTranslation('tickets');
  const { quantity, counts, session, total, currency } = coupon;
  return (
    <li className={classes.batch}>
      <strong>
        <Price amount={total} currency={currency} freeWord />
      </strong>
      {session && <When instant={session.startsAt} />}
      <span className={classes.counts}>
        {t('coupons.counts', { count: quantity, used: counts.used, free: counts.free })}
      </span>
      <div className={classes.acts}>
        <CouponActs coupon={coupon} small changed={changed} />
      </div>
    </li>
  );
}
