import { Text } from '@mantine/core';
import type { Order } from '#contract/orders.ts';
import type { Sale } from '#contract/sales.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { SelectField } from '#web/ui/fields.tsx';
import { OrderNumber } from '../shared/order-number.tsx';
import { boughtLines, useLineName } from './use-order.ts';

type WhatProps = { sale: Sale; order: Order | null; line: string | null };

/** Of a whole order all, or one thing of it; of a line that. */
export function WhatGoesBack({ sale, order, line }: WhatProps) {
  const { t, language } = useTranslation('sales');
  const nameOf = useLineName(order);
  // What was given to the site is the team's alone to give back by itself.
  const left = (order ? boughtLines(order) : []).filter(
    ({ kind, total, refunded }) => total > refunded && (sale.can.refundPart || kind !== 'support'),
  );
  const chosen = left.find(({ id }) => id === line);
  const title = chosen ? nameOf(chosen) : (sale.bundle?.title ?? sale.product.title);
  const isWhole = line === null && left.length > 1;
  const titles = left.map(nameOf).join(', ');
  return (
    <>
      <OrderNumber number={sale.number} />
      <Text c="dimmed">
        {isWhole ? t('refund.textAll', { titles }) : t('refund.text', { title })}
      </Text>
      {left.length > 1 && (
        <SelectField
          name="line"
          label={t('refund.what')}
          placeholder={t('refund.everything')}
          options={left.map((one) => ({
            value: one.id,
            label: `${nameOf(one)} · ${formatMoney(one.total - one.refunded, sale.currency, language)}`,
          }))}
        />
      )}
    </>
  );
}
