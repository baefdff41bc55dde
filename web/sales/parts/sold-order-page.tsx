import { Stack } from '@mantine/core';
import type { Sale } from '#contract/sales.ts';
import type { SoldOrder } from '#contract/sold-order.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { When } from '#web/ui/when.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderHistory } from './order-history.tsx';
import { SaleActions } from './sale-actions.tsx';
import { useSaleDialogs } from './sale-dialogs.tsx';
import { SoldLetters } from './sold-letters.tsx';
import { SoldBuyer, SoldLines, SoldMoney } from './sold-order-facts.tsx';
import { SoldPapers, SoldPayments, SoldRefunds } from './sold-order-money.tsx';

type Props = {
  order: SoldOrder;
  /** Where the list of sales is. */
  back: string;
  productLink: (sale: Sale) => string;
  /** Whoever looks at it sold it. */
  mine?: boolean;
};

/** One order whole: what was sold to whom, its money and papers, and all that happened to it. */
export function SoldOrderPage({ order, back, productLink, mine = false }: Props) {
  const { t } = useTranslation('sales');
  const { dialog, open } = useSaleDialogs();
  const first = order.lines.find(({ lineId }) => lineId === order.beginsWith);
  return (
    <>
      {dialog}
      <PageHead
        title={t('order.number', { number: order.number })}
        crumbs={[{ label: t(mine ? 'sale.mine' : 'sale.all'), to: back }]}
        badge={<OrderBadge order={order} />}
        lead={<When instant={order.paidAt ?? order.createdAt} />}
        actions={
          first && <SaleActions sale={actedOn(order, first)} open={(deed) => open(first, deed)} />
        }
      />
      <Stack gap="lg">
        <SoldLines order={order} productLink={productLink} mine={mine} />
        <SoldMoney order={order} mine={mine} />
        <SoldBuyer order={order} />
        <SoldPayments order={order} />
        <SoldRefunds order={order} />
        <SoldPapers order={order} />
        <SoldLetters order={order} mine={mine} />
        <OrderHistory order={order} mine={mine} />
      </Stack>
    </>
  );
}

/** What is done is done with the order. Its papers stand in a list of their own. */
const actedOn = ({ can }: SoldOrder, first: Sale): Sale => ({
  ...first,
  can: { ...can, invoice: false },
});
