import { Button, Group } from '@mantine/core';
import { IconDownload, IconTicketOff } from '@tabler/icons-react';
import { type Coupon, ticketsContract } from '#contract/tickets.ts';
import { api, download } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';

type Props = {
  coupon: Coupon;
  /** Small, as in a list. */
  small?: boolean;
  /** Who keeps a list of their own; else the page comes anew. */
  changed?: () => void;
};

/** What can be done with a batch: its codes as a file, and no more of them. */
export function CouponActs({ coupon, small = false, changed }: Props) {
  const { t } = useTranslation('tickets');
  const { id, product, can } = coupon;
  const look = small
    ? ({ size: 'compact-sm', variant: 'subtle' } as const)
    : ({ variant: 'default' } as const);
  const save = () =>
    download(ticketsContract.exportCodes, {
      params: { id },
      fileName: `${t('coupons.file')}-${product.slug}.csv`,
    }).catch(notifyError);
  return (
    <Group gap="xs">
      <Button
        {...look}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void save()}
      >
        {t('coupons.export')}
      </Button>
      {can.revoke && <RevokeButton coupon={coupon} look={look} changed={changed} />}
    </Group>
  );
}

type RevokeProps = Pick<Props, 'coupon' | 'changed'> & {
  look: { size?: 'compact-sm'; variant: 'subtle' | 'default' };
};

function RevokeButton({ coupon, look, changed }: RevokeProps) {
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
    const deed = () => api(ticketsContract.revokeCoupon, { params: { id: coupon.id } });
    await act.run(deed, { done: t('coupons.revoked'), stay: changed !== undefined });
    changed?.();
  };
  return (
    <Button
      {...look}
      color="red"
      loading={act.busy}
      leftSection={<IconTicketOff size={16} aria-hidden />}
      onClick={() => void revoke()}
    >
      {t('coupons.revoke')}
    </Button>
  );
}
