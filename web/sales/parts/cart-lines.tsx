import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CartGroup, CartLine } from '#contract/cart.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import type { WordKey } from '#web/platform/word-keys.ts';
import { useTranslation } from '#web/platform/words.ts';
import { WishedSubscription } from '#web/subscriptions/shared/wished-subscription.tsx';
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
  dropCode: (line: CartLine) => void;
  setQuantity: (line: CartLine, quantity: number) => void;
  busy: boolean;
};

/** What is chosen of one seller: each with its price, and what has changed about it. */
export function CartLines({ group, act }: Props) {
  return (
    <ul className={classes.lines}>
      {group.lines.map((line) => (
        <li key={line.id} className={classes.line}>
          <What line={line} group={group} linked={act !== undefined} />
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
          <Note line={line} group={group} act={act} />
        </li>
      ))}
    </ul>
  );
}

type WhatProps = { line: CartLine; group: CartGroup; linked: boolean };

/** What it is, where it can be changed with the way to its page. */
function What({ line, group: { channel }, linked }: WhatProps) {
  const { kind, product, session, subscription } = line;
  if (kind === 'subscription') {
    return <WishedSubscription channel={channel} subscription={subscription} linked={linked} />;
  }
  if (!product) return <Text fw={600}>{line.title}</Text>;
  return <WhatIsBought product={product} session={session} {...(linked && { of: line })} />;
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

type NoteProps = { line: CartLine; group: CartGroup; act: LineActs | undefined };

/** What somebody should know before they pay. */
function Note({ line, group, act }: NoteProps) {
  const { t, language } = useTranslation('sales');
  const { fault, costBefore, code, openedBy } = line;
  if (fault !== null) return <Fault line={line} group={group} fault={fault} act={act} />;
  return (
    <>
      {openedBy && <OpenedAnyway by={openedBy} group={group} />}
      {(costBefore !== null || code) && (
        <Text size="sm" c="dimmed" className={classes.note}>
          {costBefore !== null &&
            t('cart.costBefore', { amount: formatMoney(costBefore, group.currency, language) })}
          {costBefore !== null && code && ' · '}
          {code && t('cart.withCode', { code })} {act && <DropCode line={line} act={act} />}
        </Text>
      )}
    </>
  );
}

/** A code is taken out where it stands, also one that is why nothing can be had. */
function DropCode({ line, act }: { line: CartLine; act: LineActs }) {
  const { t } = useTranslation('sales');
  if (!line.code) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      disabled={act.busy}
      aria-label={t('cart.dropCode', { code: line.code })}
      onClick={() => act.dropCode(line)}
    >
      {t('code.remove')}
    </Button>
  );
}

/** As the page of the product says of what a subscription opens. */
function OpenedAnyway({ by, group }: { by: 'channel' | 'site'; group: CartGroup }) {
  const { t } = useTranslation('sales');
  const { name: site } = useBrand();
  const title = by === 'site' ? site : (group.channel?.title ?? site);
  return (
    <Text size="sm" className={classes.note}>
      {t('cart.openedBy', { title })}
    </Text>
  );
}

type FaultProps = NoteProps & { fault: NonNullable<CartLine['fault']> };

function Fault({ line, group: { channel }, fault, act }: FaultProps) {
  const { t } = useTranslation('sales');
  const { kind, product } = line;
  const followed = channel ? `/channels/${channel.slug}` : '/subscribe';
  const path = kind === 'subscription' ? followed : product && `/products/${product.slug}`;
  return (
    <Text size="sm" c="red" className={classes.note}>
      {fault === 'SOLD_OUT' && line.most ? t('cart.left', { count: line.most }) : t(wordOf(fault))}{' '}
      {path && fault !== 'SERVER_ERROR_NOT_FOUND' && <Link to={path}>{t('cart.look')}</Link>}{' '}
      {act && <DropCode line={line} act={act} />}
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
  ALREADY_SUBSCRIBED: 'cart.fault.subscribed',
  SUBSCRIPTIONS_OFF: 'cart.fault.notOffered',
  OWN_CHANNEL: 'cart.fault.ownChannel',
};

const wordOf = (fault: string): WordKey<'sales'> => words[fault] ?? 'cart.fault.gone';
