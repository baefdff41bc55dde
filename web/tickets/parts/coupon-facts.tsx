import type { Coupon } from '#contract/tickets.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';

/** For how much, for which date, until when, and how many are left. */
export function CouponFacts({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('tickets');
  const { total, currency, session, validUntil, quantity, counts } = coupon;
  return (
    <>
      <Price amount={total} currency={currency} freeWord /> ·{' '}
      {session ? <When instant={session.startsAt} /> : t('coupons.everySession')}
      {validUntil && (
        <>
          {' '}
          · {t('coupons.until')} <When instant={validUntil} />
        </>
      )}{' '}
      · {t('coupons.counts', { count: quantity, used: counts.used, free: counts.free })}
    </>
  );
}
