import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CartGroup, CartLine } from '#contract/cart.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { formatMoney } from '#web/platform/format.ts';
import type { WordKey } from '#web/platform/word-keys.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Price } from '#web/ui/price.tsx';
import { WhatIsBought } from '../shared/order-summary.tsx';
import classes from './cart.module.css';
import { CartQuantity } from './cart-quantity.tsx';

type Props = {
  group: CartGroup;
  /** What can be done with a line; left out where it is only read. */
  act?: LineActs;
};

export type LineActs = {
  remove: (line: CartLine) => void;
  setQuantity: (line: CartLine, quantity: number) => void;
  busy: boolean;
};

/** What is chosen of one seller: each with its price, and what has changed about it. */
export function CartLines({ group, act }: Props) {
  return (
    <ul className={classes.lines}>
      {group.lines.map((line) => (
        <li key={line.id} className={classes.line}>
          {line.product ? (
            <WhatIsBought
              product={line.product}
              session={line.session}
              ofGroup={act !== undefined}
            />
          ) : (
            <Text fw={600}>{line.title}</Text>
          )}
          <div className={classes.side}>
            {line.fault === null && (
              <Text fw={600} component="span">
                <Price amount={line.total} currency={group.currency} freeWord />
              </Text>
            )}
            {line.quantity > 1 && line.fault === null && (
              <Text size="sm" c="dimmed" component="span">
                {line.quantity} ×{' '}
                <Price amount={line.total / line.quantity} currency={group.currency} />
              </Text>
            )}
            {act && (
              <div className={classes.acts}>
                <CartQuantity line={line} act={act} />
                <Remove line={line} act={act} />
              </div>
            )}
          </div>
          <Note line={line} currency={group.currency} />
        </li>
      ))}
    </ul>
  );
}

function Remove({ line, act: { remove, busy } }: { line: CartLine; act: LineActs }) {
  const { t } = useTranslation('sales');
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      disabled={busy}
      aria-label={t('cart.removeIt', { title: line.title })}
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => remove(line)}
    >
      {t('cart.remove')}
    </Button>
  );
}

/** What somebody should know before they pay. */
function Note({ line, currency }: { line: CartLine; currency: CurrencyCode }) {
  const { t, language } = useTranslation('sales');
  const { fault, costBefore, code, product } = line;
  if (fault !== null) {
    return (
      <Text size="sm" c="red" className={classes.note}>
        {fault === 'SOLD_OUT' && line.most
          ? t('cart.left', { count: line.most })
          : t(wordOf(fault))}{' '}
        {product && fault !== 'SERVER_ERROR_NOT_FOUND' && (
          <Link to={`/products/${product.slug}`}>{t('cart.look')}</Link>
        )}
      </Text>
    );
  }
  if (costBefore === null && !code) return null;
  return (
    <Text size="sm" c="dimmed" className={classes.note}>
      {costBefore !== null &&
        t('cart.costBefore', { amount: formatMoney(costBefore, currency, language) })}
      {costBefore !== null && code && ' · '}
      {code && t('cart.withCode', { code })}
    </Text>
  );
}

const words: Partial<Record<string, WordKey<'sales'>>> = {
  SOLD_OUT: 'cart.fault.soldOut',
  PRODUCT_NOT_FOR_SALE: 'cart.fault.notForSale',
  SESSION_CANCELLED: 'cart.fault.cancelled',
  ALREADY_OWNED: 'cart.fault.owned',
  PART_OWNED: 'cart.fault.partOwned',
  COUPON_USED: 'cart.fault.code',
  COUPON_INVALID: 'cart.fault.code',
  COUPON_UNKNOWN: 'cart.fault.code',
};

const wordOf = (fault: string): WordKey<'sales'> => words[fault] ?? 'cart.fault.gone';
