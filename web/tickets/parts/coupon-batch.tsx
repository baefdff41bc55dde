import { Button } from '@mantine/core';
import { IconDownload, IconTicketOff } from '@tabler/icons-react';
import { type Coupon, ticketsContract } from '#contract/tickets.ts';
import { api, download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './coupon-batch.module.css';

type Props = { coupon: Coupon; changed: () => void };

/** One batch of codes: its price and date, how many are used, and what can be done with it. */
export function CouponBatch({ coupon, changed }: Props) {
  const { t } = useTranslation('tickets');
  const { id, quantity, counts, product, session, total, currency, can } = coupon;
  const save = () =>
    download(ticketsContract.exportCodes, {
      params: { id },
      fileName: `codes-${product.slug}.csv`,
    }).catch(notifyError);
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
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void save()}
        >
          {t('coupons.export')}
        </Button>
        {can.revoke && <RevokeButton coupon={coupon} changed={changed} />}
      </div>
    </li>
  );
}

function RevokeButton({ coupon, changed }: Props) {
  const { t } = useTranslation('tickets');
  const confirm = useConfirm();
  const act = useAct();
  const revoke = async () => {
    const sure = await confirm({
      title: t('coupons.revokeTitle'),
      text: t('coupons.revokeText'),
      confirmLabel: t('coupons.revoke'),
      danger: true,
    });
    if (!sure) return;
    await act.run(() => api(ticketsContract.revokeCoupon, { params: { id: coupon.id } }), {
      done: t('coupons.revoked'),
      stay: true,
    });
    changed();
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={act.busy}
      leftSection={<IconTicketOff size={16} aria-hidden />}
      onClick={() => void revoke()}
    >
      {t('coupons.revoke')}
    </Button>
  );
}
