import type { OrderState } from '#contract/orders.ts';
import type { PaymentFailure } from '#contract/payments.ts';
import { isWordedDispute, type OrderEvent, type SoldOrder } from '#contract/sold-order.ts';
import { kindName } from '#web/notices/shared/mail-kind.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './order-history.module.css';
import { useDoer } from './use-doer.ts';

type Props = {
  order: Pick<SoldOrder, 'history' | 'currency'>;
  /** Whoever looks at it sold it. */
  mine: boolean;
};

/** All that happened to an order, in the order of time, each with who did it. */
export function OrderHistory({ order: { history, currency }, mine }: Props) {
  const { t } = useTranslation('sales');
  const said = useSaid();
  const doer = useDoer(mine);
  return (
    <Panel title={t('sold.history')}>
      <ol className={classes.history}>
        {history.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays where it stands
          <li key={at}>
            <When instant={event.at} style="short" />
            <span className={classes.doer}>{doer(event)}</span>
            <span className={classes.what}>
              {t(`sold.event.${event.what}`)}
              {event.amount !== null && (
                <>
                  {' '}
                  <span className={classes.sum}>
                    <Price amount={event.amount} currency={currency} freeWord />
                  </span>
                </>
              )}
              {said(event) && <span className={classes.said}> · {said(event)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** What stands beside an event: a state, a failure, a kind of letter and a bank's reason are said in words. */
function useSaid() {
  const { t } = useTranslation('sales');
  const { t: word } = useTranslation('notices');
  return ({ what, said }: OrderEvent): string => {
    if (!said) return '';
    if (what === 'closed') return t(`orderState.${said as OrderState}`);
    if (what === 'declined') return t(`sold.failure.${said as PaymentFailure}`);
    if (what === 'disputed') return isWordedDispute(said) ? t(`sold.disputed.${said}`) : '';
    return what.startsWith('letter') ? kindName(said, word) : said;
  };
}
