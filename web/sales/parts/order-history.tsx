import type { OrderState } from '#contract/orders.ts';
import type { PaymentFailure } from '#contract/payments.ts';
import type { OrderEvent, SoldOrder } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './order-history.module.css';

type Props = { order: Pick<SoldOrder, 'history' | 'currency'> };

/** All that happened to an order, in the order of time. */
export function OrderHistory({ order: { history, currency } }: Props) {
  const { t } = useTranslation('sales');
  const said = useSaid();
  return (
    <Panel title={t('sold.history')}>
      <ol className={classes.history}>
        {history.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays where it stands
          <li key={at}>
            <When instant={event.at} style="short" />
            <span>
              {t(`sold.event.${event.what}`)}
              {event.amount !== null && (
                <>
                  {' '}
                  <Price amount={event.amount} currency={currency} freeWord />
                </>
              )}
              {event.said && <span className={classes.said}> · {said(event)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** What stands beside an event: a state and a failure are said in words. */
function useSaid() {
  const { t } = useTranslation('sales');
  return ({ what, said }: OrderEvent): string => {
    if (what === 'closed') return t(`orderState.${said as OrderState}`);
    if (what === 'declined') return t(`sold.failure.${said as PaymentFailure}`);
    return said;
  };
}
