import { Button } from '@mantine/core';
import { catalogContract, type OwnProduct, type OwnSession } from '#contract/catalog.ts';
import { salesContract } from '#contract/sales.ts';
import { cancelReasonMax } from '#contract/shared/product-forms.ts';
import { api } from '#web/platform/api.ts';
import { formatMoney, formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';

type Props = { product: OwnProduct; session: OwnSession; take: (product: OwnProduct) => void };

/** Cancels a showing, after saying how many tickets end and how much money goes back with it. */
export function CancelSession({ product, session, take }: Props) {
  const { t, language } = useTranslation('catalog');
  const act = useAct();
  const confirm = useConfirm();
  const params = { slug: product.slug, sessionId: session.id };
  const cancel = async () => {
    const asked = await act.run(() => api(salesContract.getCancellation, { params }), {
      stay: true,
    });
    if (!asked) return;
    const { tickets, toReturn, currency } = asked;
    const answer = await confirm({
      title: t('session.callOffAsk'),
      text: `${t('session.callOffTickets', { count: tickets, shown: formatNumber(tickets, language) })} ${
        toReturn > 0
          ? t('session.callOffMoney', { amount: formatMoney(toReturn, currency, language) })
          : t('session.callOffFree')
      } ${t('session.callOffForGood')}`,
      confirmLabel: t('session.callOff'),
      cancelLabel: t('session.callOffKeep'),
      danger: true,
      reason: { label: t('session.callOffWhy'), required: true, maxLength: cancelReasonMax },
    });
    if (!answer) return;
    const body = { reason: answer.reason };
    const after = await act.run(() => api(catalogContract.cancelSession, { params, body }), {
      done: t('session.calledOff'),
      stay: true,
    });
    if (after) take(after);
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={act.busy}
      style={{ flexShrink: 0 }}
      onClick={() => void cancel()}
    >
      {t('session.callOff')}
    </Button>
  );
}
