import { Stack } from '@mantine/core';
import type { Sale, SoldOrder } from '#contract/sales.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { When } from '#web/ui/when.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderHistory } from './order-history.tsx';
import { SaleActions } from './sale-actions.tsx';
import { useSaleDialogs } from './sale-dialogs.tsx';
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
  const { lines } = order;
  // Those who give money back choose of which line; any of it opens the question.
  const acted =
    lines.find(({ can }) => can.refund) ?? lines.find(({ can }) => can.resend) ?? lines[0];
  return (
    <>
      {dialog}
      <PageHead
        title={t('order.number', { number: order.number })}
        crumbs={[{ label: t(mine ? 'sale.mine' : 'sale.all'), to: back }]}
        badge={<OrderBadge order={order} />}
        lead={<When instant={order.paidAt ?? order.createdAt} />}
        actions={
          acted && <SaleActions sale={withoutPaper(acted)} open={(deed) => open(acted, deed)} />
        }
      />
      <Stack gap="lg">
        <SoldLines order={order} productLink={productLink} mine={mine} />
        <SoldMoney order={order} mine={mine} />
        <SoldBuyer order={order} />
        <SoldPayments order={order} />
        <SoldRefunds order={order} />
        <SoldPapers order={order} />
        <OrderHistory order={order} />
      </Stack>
    </>
  );
}

/** The page has all of them in a list of their own. */
const withoutPaper = (sale: Sale): Sale => ({ ...sale, can: { ...sale.can, invoice: false } });
