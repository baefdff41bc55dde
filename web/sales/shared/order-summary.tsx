import { Box, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { CartGroup } from '#contract/cart.ts';
import type { ProductCard, Session } from '#contract/catalog.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ApproximatePrice } from '#web/ui/approximate-price.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';

export type PriceLines = {
  currency: CurrencyCode;
  net: number;
  tax: number;
  total: number;
  taxRate: number;
  /** The regular price, while an offer is on. */
  before: number | null;
  /** What a code takes off which price; null without one that saves anything. */
  code: { code: string; from: number; saved: number } | null;
};

/** What is given beside it: without tax. */
export type GivenRow = { label: string; amount: number };

export const toPay = (total: number, given: readonly GivenRow[]): number =>
  given.reduce((sum, { amount }) => sum + amount, total);

type Bought = {
  product: ProductCard;
  session: Session | null;
  /**
   * In a cart, where its channel stands above it already: its title leads to its page, by the code that
   * opens what is private.
   */
  of?: { code: string | null };
};

/** What is being bought, as a ticket stub: picture, title, channel, date. */
export function WhatIsBought({ product, session, of }: Bought) {
  const isHidden = product.status === 'private' && of?.code;
  const path = `/products/${product.slug}${isHidden ? `?${new URLSearchParams({ code: isHidden })}` : ''}`;
  return (
    <Group align="flex-start" wrap="nowrap" gap="md">
      <Box w={132} style={{ flexShrink: 0, borderRadius: 10, overflow: 'hidden' }}>
        <PictureView picture={product.picture} alt="" sizes="132px" />
      </Box>
      <Stack gap={2}>
        <Title order={2} size="h4" lineClamp={2}>
          {of ? <Link to={path}>{product.title}</Link> : product.title}
        </Title>
        {!of && (
          <Text c="dimmed" size="sm">
            {product.channel.title}
          </Text>
        )}
        {session && (
          <Text size="sm">
            <When instant={session.startsAt} />
          </Text>
        )}
      </Stack>
    </Group>
  );
}

/** What comes off, net, tax and what is paid in the end: the last figure is the one on the button. */
export function PriceTable({ price, given = [] }: { price: PriceLines; given?: GivenRow[] }) {
  const { t, language } = useTranslation('sales');
  const { currency, net, tax, total, taxRate, before, code } = price;
  const gifts = given.filter(({ amount }) => amount > 0);
  const rate = formatNumber(taxRate / 100, language);
  const isOffer = before !== null && before > (code?.from ?? total);
  return (
    <Stack gap={6} component="section" aria-label={t('price.title')}>
      {isOffer && (
        <Row label={t('price.before')}>
          <Text td="line-through" c="dimmed" span inherit>
            <Price amount={before} currency={currency} />
          </Text>
        </Row>
      )}
      {(isOffer || code) && (
        <Row label={isOffer ? t('price.offer') : t('price.before')}>
          <Price amount={code?.from ?? total} currency={currency} freeWord />
        </Row>
      )}
      {code && (
        <Row label={t('price.code', { code: code.code })}>
          <Price amount={-code.saved} currency={currency} />
        </Row>
      )}
      {(isOffer || code) && <Divider my={4} />}
      {total > 0 && (
        <>
          <Row label={t('price.net')}>
            <Price amount={net} currency={currency} />
          </Row>
          <Row label={taxRate > 0 ? t('price.taxAt', { rate }) : t('price.tax')}>
            <Price amount={tax} currency={currency} />
          </Row>
        </>
      )}
      {gifts.map(({ label, amount }) => (
        <Row key={label} label={label}>
          <Price amount={amount} currency={currency} />
        </Row>
      ))}
      {(total > 0 || gifts.length > 0) && <Divider my={4} />}
      <Group justify="space-between" fw={700} fz="lg">
        <Text inherit>{t('price.total')}</Text>
        <Text inherit data-testid="total">
          <Price amount={toPay(total, gifts)} currency={currency} freeWord />
        </Text>
      </Group>
      <ApproximatePrice amount={total} currency={currency} end />
    </Stack>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Group justify="space-between" fz="sm">
      <Text inherit c="dimmed">
        {label}
      </Text>
      <Text inherit component="span">
        {children}
      </Text>
    </Group>
  );
}

/** Net, tax and total of what is paid together; each thing has a rate of its own. */
export function GroupPrice({ group, given = [] }: { group: CartGroup; given?: GivenRow[] }) {
  const { currency, net, tax, total } = group;
  const price = { currency, net, tax, total, taxRate: 0, before: null, code: null };
  return <PriceTable price={price} given={given} />;
}

type SentProps = {
  currency: CurrencyCode;
  /** All that is paid, tax inside; null while it is asked for. */
  rows: { label: string; amount: number | null }[];
  tax: number;
  total: number;
};

/** What things and their sending come to: final prices, the tax in them, and what is paid in the end. */
export function SentPrice({ currency, rows, tax, total }: SentProps) {
  const { t } = useTranslation('sales');
  return (
    <Stack gap={6} component="section" aria-label={t('price.title')}>
      {rows.map(({ label, amount }) => (
        <Row key={label} label={label}>
          {amount === null ? '…' : <Price amount={amount} currency={currency} freeWord />}
        </Row>
      ))}
      <Divider my={4} />
      <Row label={t('thing.tax')}>
        <Price amount={tax} currency={currency} />
      </Row>
      <Group justify="space-between" fw={700} fz="lg">
        <Text inherit>{t('price.total')}</Text>
        <Text inherit data-testid="total">
          <Price amount={total} currency={currency} freeWord />
        </Text>
      </Group>
      <ApproximatePrice amount={total} currency={currency} end />
    </Stack>
  );
}
