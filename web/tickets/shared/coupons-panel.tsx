import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconPlus, IconTicketOff } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { priceFromTotal } from '#contract/shared/money.ts';
import { type Coupon, ticketsContract } from '#contract/tickets.ts';
import { api, download } from '#web/platform/api.ts';
import { notify, notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { SelectField } from '#web/ui/fields.tsx';
import { MoneyField } from '#web/ui/money-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { When } from '#web/ui/when.tsx';

type Props = {
  slug: string;
  currency: CurrencyCode;
  taxRate: number;
  sessions: { id: string; label: string }[];
};

/** The coupons of one product: batches of single-use codes, their states, new ones. */
export function CouponsPanel(props: Props) {
  const { t } = useTranslation('tickets');
  const [making, setMaking] = useState(false);
  const { items, mayMake, reload } = useCoupons(props.slug);
  if (!items) return null;
  return (
    <Panel
      title={t('coupons.title')}
      actions={
        mayMake ? (
          <Button
            variant="light"
            size="sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => setMaking(true)}
          >
            {t('coupons.make')}
          </Button>
        ) : null
      }
    >
      {items.length === 0 ? (
        <EmptyState title={mayMake ? t('coupons.none') : t('coupons.notYet')} />
      ) : (
        <Stack gap="sm">
          {items.map((coupon) => (
            <Batch key={coupon.id} coupon={coupon} changed={reload} />
          ))}
        </Stack>
      )}
      <Modal opened={making} onClose={() => setMaking(false)} title={t('coupons.make')}>
        <CouponForm
          {...props}
          made={() => {
            setMaking(false);
            reload();
          }}
        />
      </Modal>
    </Panel>
  );
}

function useCoupons(slug: string) {
  const [page, setPage] = useState<{ items: Coupon[]; can: { make: boolean } } | null>(null);
  const reload = useCallback(() => {
    api(ticketsContract.listCouponsOfProduct, { params: { slug } }).then(setPage, notifyError);
  }, [slug]);
  useEffect(reload, [reload]);
  return { items: page?.items ?? null, mayMake: page?.can.make ?? false, reload };
}

function Batch({ coupon, changed }: { coupon: Coupon; changed: () => void }) {
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
    <Group justify="space-between" wrap="wrap">
      <div>
        <Text fw={600}>
          <Price amount={coupon.total} currency={coupon.currency} />
          {coupon.session && (
            <>
              {' · '}
              <When instant={coupon.session.startsAt} />
            </>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {t('coupons.counts', {
            count: coupon.quantity,
            used: coupon.counts.used,
            free: coupon.counts.free,
          })}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={16} />}
          onClick={() =>
            download(ticketsContract.exportCodes, {
              params: { id: coupon.id },
              fileName: 'codes.csv',
            })
          }
        >
          {t('coupons.export')}
        </Button>
        {coupon.can.revoke && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            loading={act.busy}
            leftSection={<IconTicketOff size={16} />}
            onClick={() => void revoke()}
          >
            {t('coupons.revoke')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

type Values = { quantity: number | null; total: number | null; sessionId: string | null };

function CouponForm({ slug, currency, taxRate, sessions, made }: Props & { made: () => void }) {
  const { t } = useTranslation('tickets');
  const initial: Values = { quantity: 10, total: 0, sessionId: null };
  return (
    <DeskForm
      id={`coupons:${slug}`}
      bar={false}
      keepData
      initial={initial}
      submitLabel={t('coupons.make')}
      save={({ quantity, total, sessionId }: Values) => {
        const { net, tax } = priceFromTotal(total ?? 0, taxRate);
        return api(ticketsContract.makeCoupons, {
          params: { slug },
          body: { quantity: quantity ?? 0, net, tax, sessionId, validUntil: null },
        });
      }}
      saved={() => {
        notify({ message: t('coupons.made') });
        made();
      }}
    >
      <NumberField name="quantity" label={t('coupons.quantity')} min={1} max={10_000} required />
      <MoneyField
        name="total"
        label={t('coupons.price')}
        description={t('coupons.priceHint')}
        currency={currency}
        required
      />
      {sessions.length > 1 && (
        <SelectField
          name="sessionId"
          label={t('coupons.session')}
          placeholder={t('coupons.everySession')}
          options={sessions.map(({ id, label }) => ({ value: id, label }))}
        />
      )}
    </DeskForm>
  );
}
