import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { PaymentPlace, PaymentProvider } from '#contract/payments.ts';
import { sentenceFor } from '#web/platform/error-words.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Refusal } from '#web/ui/refusal.tsx';
import { goToPayment } from './go-to-payment.ts';
import { providerNames } from './payment-ways.tsx';
import type { Purchase } from './use-purchase.ts';

/** What the bank says, beside the button: declined, asks a question, or takes its time. */
export function PaymentState({ purchase }: { purchase: Omit<Purchase, 'buy'> }) {
  const { t } = useTranslation('sales');
  const { order, fault, busy } = purchase;
  const failure = order?.payment?.failure;
  return (
    <div aria-live="polite">
      {fault && <Refusal title={t('payment.notDone')}>{sentenceFor(fault)}</Refusal>}
      {!fault && !busy && failure && (
        <Refusal title={t('payment.declined')}>{t(`payment.failure.${failure}`)}</Refusal>
      )}
      {order?.next.kind === 'wait' && (
        <Alert icon={<Loader size={20} />} title={t('payment.waiting')}>
          {t('payment.waitingText')}
        </Alert>
      )}
      {order?.next.kind === 'leave' && order.payment?.place && !busy && (
        <Unpaid place={order.payment.place} provider={order.payment.provider} />
      )}
      {order?.next.kind === 'over' && (
        <Refusal title={t('payment.over')}>{t('payment.overText')}</Refusal>
      )}
      <Modal
        opened={order?.next.kind === 'sandbox_confirm'}
        // Only the two buttons answer the bank: a click beside the question is no refusal.
        onClose={() => undefined}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
        title={t('payment.confirmTitle')}
        centered
      >
        <Text mb="md">{t('payment.confirmText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void purchase.confirm(false)} disabled={busy}>
            {t('payment.refuse')}
          </Button>
          <Button onClick={() => void purchase.confirm(true)} loading={busy}>
            {t('payment.approve')}
          </Button>
        </Group>
      </Modal>
    </div>
  );
}

/** Back without having paid, as far as anybody knows: the page of the provider still waits. */
function Unpaid({ place, provider }: { place: PaymentPlace; provider: PaymentProvider }) {
  const { t } = useTranslation('sales');
  const name = provider === 'sandbox' ? '' : providerNames[provider];
  return (
    <Alert icon={<IconArrowBackUp size={20} />} title={t('payment.unpaid')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('payment.unpaidText', { provider: name })}</Text>
        <Button variant="default" onClick={() => goToPayment(place)}>
          {t('payment.goOn')}
        </Button>
      </Stack>
    </Alert>
  );
}
