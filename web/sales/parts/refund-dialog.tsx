import { Alert, Modal, Skeleton, Stack } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { useState } from 'react';
import { refundsContract } from '#contract/refunds.ts';
import type { Sale } from '#contract/sales.ts';
import {
  type Bearer,
  bearers,
  type RefundReason,
  refundReasons,
} from '#contract/shared/refunds.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields.tsx';
import { useFormValue } from '#web/ui/form-context.ts';
import { MoneyField } from '#web/ui/money-field.tsx';
import { RefundShares } from './refund-shares.tsx';
import { useOrder } from './use-order.ts';
import { useRefundPreview } from './use-refund-preview.ts';
import { WhatGoesBack } from './what-goes-back.tsx';

type Values = {
  /** One of the lines of the order, where there are several to choose from; null: all of it. */
  line: string | null;
  amount: number | null;
  reasonCode: RefundReason;
  bearer: Bearer | null;
  bearerReason: string;
  reason: string;
};

type Props = { sale: Sale; close: () => void };

/** Gives money back: how much, why, and who bears it, shown before anybody confirms it. */
export function RefundDialog({ sale, close }: Props) {
  const { t } = useTranslation('sales');
  const { t: say } = useTranslation('ui');
  const initial: Values = {
    line: null,
    ...{ amount: null, reasonCode: firstReason(sale), bearer: null, bearerReason: '', reason: '' },
  };
  const keyFor = useKeys();
  const save = ({ line: chosen, amount, bearer, ...values }: Values) => {
    const line = chosen ?? lineOf(sale);
    const body = {
      ...values,
      ...(line ? { lines: [line] } : {}),
      ...(amount ? { amount } : {}),
      ...(bearer ? { bearer } : {}),
    };
    const idempotencyKey = keyFor(JSON.stringify(body));
    return api(refundsContract.refundOrder, { params: { id: sale.id }, body, idempotencyKey });
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('refund.title')}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <DeskForm
        id={`refund:${sale.id}`}
        bar={false}
        initial={initial}
        submitLabel={t('refund.confirm')}
        save={save}
        saved={(order) => {
          const isDone = order.refunds.at(-1)?.state === 'done';
          notify({ message: isDone ? t('refund.done') : t('refund.asked') });
          close();
        }}
      >
        <RefundFields sale={sale} />
      </DeskForm>
    </Modal>
  );
}

/** Whoever presses again because the answer was lost asks for the same refund, not for another. */
function useKeys(): (wish: string) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (wish) => {
    const key = keys.get(wish) ?? crypto.randomUUID();
    keys.set(wish, key);
    return key;
  };
}

/** Money goes back for this line, or its bundle; whoever asked for it wants that of the whole order. */
const lineOf = ({ request, bundle, lineId }: Sale): string | null =>
  request?.state === 'asked' ? null : (bundle?.lineId ?? lineId);

/** What a buyer asks for is most often about what they got; without a ticket there is no show to cancel. */
const firstReason = ({ request, kind }: Sale): RefundReason =>
  request?.state === 'asked' || kind !== 'ticket' ? 'complaint' : 'show_cancelled';

function RefundFields({ sale }: { sale: Sale }) {
  const { t } = useTranslation('sales');
  const amount = useFormValue<number | null>('amount');
  const reasonCode = useFormValue<RefundReason | null>('reasonCode') ?? 'show_cancelled';
  const bearer = useFormValue<Bearer | null>('bearer');
  const line = useFormValue<string | null>('line') ?? lineOf(sale);
  const order = useOrder(sale.id, lineOf(sale) === null);
  const { preview } = useRefundPreview(sale.id, { line, amount, reasonCode, bearer });
  const differs = preview !== null && bearer !== null && bearer !== preview.byRule;
  return (
    <Stack gap="md">
      <WhatGoesBack sale={sale} order={order} line={line} />
      {sale.can.refundPart && (
        <MoneyField
          name="amount"
          label={t('refund.amount')}
          description={t('refund.amountHint')}
          currency={sale.currency}
        />
      )}
      <SelectField
        name="reasonCode"
        label={t('refund.why')}
        required
        options={refundReasons.map((value) => ({ value, label: t(`refund.reasons.${value}`) }))}
      />
      {preview?.can.choose && (
        <SelectField
          name="bearer"
          label={t('refund.bearer')}
          placeholder={t('refund.byRule', { who: t(`refund.bearers.${preview.byRule}`) })}
          options={bearers.map((value) => ({ value, label: t(`refund.bearers.${value}`) }))}
        />
      )}
      {differs && (
        <TextField name="bearerReason" label={t('refund.bearerReason')} required maxLength={300} />
      )}
      <TextAreaField name="reason" label={t('refund.reason')} required maxLength={300} rows={2} />
      {preview && preview.endsGifts > 0 && (
        <Alert color="yellow" icon={<IconGift aria-hidden />}>
          {t('refund.endsGifts', { count: preview.endsGifts })}
        </Alert>
      )}
      {preview ? <RefundShares preview={preview} /> : <Skeleton height={132} />}
    </Stack>
  );
}
