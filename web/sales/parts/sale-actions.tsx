import { Button, Group } from '@mantine/core';
import {
  IconCashOff,
  IconCreditCardPay,
  IconFileInvoice,
  IconMailForward,
  IconMessageQuestion,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { ordersContract } from '#contract/orders.ts';
import type { Sale } from '#contract/sales.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { downloadInvoice } from '../shared/invoice-file.ts';
import classes from './sales-list.module.css';

/** The buyer has lost the letter: it goes to the same address once more. */
function ResendLetter({ sale }: { sale: Sale }) {
  const { t } = useTranslation('sales');
  const confirm = useConfirm();
  const act = useAct();
  const email = sale.customer.email;
  const resend = async () => {
    const isSure = await confirm({
      title: t('resend.title'),
      text: t('resend.text', { email }),
      confirmLabel: t('resend.confirm'),
    });
    if (!isSure) return;
    const deed = () => api(ordersContract.resendLetter, { params: { id: sale.id } });
    await act.run(deed, { done: t('resend.done', { email }), stay: true });
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      className={classes.act}
      title={t('resend.button')}
      loading={act.busy}
      leftSection={<IconMailForward size={16} />}
      onClick={() => void resend()}
    >
      <span className={classes.word}>{t('resend.button')}</span>
    </Button>
  );
}

export type SaleDeed = 'refund' | 'request' | 'stranded' | 'undecided';

/** What can be done with one sale: its paper, its money, and the answer to who asks for it. */
export function SaleActions({ sale, open }: { sale: Sale; open: (deed: SaleDeed) => void }) {
  const { t } = useTranslation('sales');
  const number = sale.invoiceNumber;
  const asks = sale.can.refuse || sale.can.recommend;
  return (
    <Group gap="xs" justify="flex-end" className={classes.acts}>
      {sale.can.invoice && number && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.act}
          title={t('bought.invoice', { number })}
          leftSection={<IconFileInvoice size={16} />}
          onClick={() => void downloadInvoice(sale.id, { number })}
        >
          <span className={classes.word}>PDF</span>
        </Button>
      )}
      {sale.can.resend && <ResendLetter sale={sale} />}
      {asks && (
        <Button
          size="compact-sm"
          variant="light"
          className={classes.act}
          title={t('request.answer')}
          leftSection={<IconMessageQuestion size={16} />}
          onClick={() => open('request')}
        >
          <span className={classes.word}>{t('request.answer')}</span>
        </Button>
      )}
      {sale.can.decideCharge && (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          className={classes.act}
          title={t('undecided.button')}
          leftSection={<IconCreditCardPay size={16} />}
          onClick={() => open('undecided')}
        >
          <span className={classes.word}>{t('undecided.button')}</span>
        </Button>
      )}
      {sale.can.settleRefund && (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          className={classes.act}
          title={t('stranded.button')}
          leftSection={<IconCashOff size={16} />}
          onClick={() => open('stranded')}
        >
          <span className={classes.word}>{t('stranded.button')}</span>
        </Button>
      )}
      {sale.can.refund && !asks && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          className={classes.act}
          title={t('refund.button')}
          leftSection={<IconReceiptRefund size={16} />}
          onClick={() => open('refund')}
        >
          <span className={classes.word}>{t('refund.button')}</span>
        </Button>
      )}
    </Group>
  );
}
