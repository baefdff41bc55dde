import { Text } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type CartForm, cartContract } from '#contract/cart.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { sentenceFor } from '#web/platform/error-words.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { CartGroupPanel } from '../parts/cart-group.tsx';
import classes from '../parts/checkout-form.module.css';
import { showCartCount } from '../shared/cart-count.ts';

/** The page of a product sends its form here, that of a channel leads here, with what to put in: `add`, `kind`, … */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const slug = search.get('add');
  if (!slug) return api(cartContract.getCart, {});
  try {
    const { count } = await api(cartContract.addToCart, { body: wishOf(slug, search) });
    showCartCount(count);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify({ variant: 'error', message: sentenceFor(error) });
  }
  // What was put in is not put in again by coming back.
  throw redirect('/shop');
}

function wishOf(productSlug: string, search: URLSearchParams): CartForm {
  const code = search.get('code') || null;
  const kind = search.get('kind');
  if (kind === 'site') return { kind: 'subscription', channelSlug: null };
  if (kind === 'channel') return { kind: 'subscription', channelSlug: productSlug };
  if (kind === 'physical') return { kind, productSlug };
  return kind === 'bundle'
    ? { kind: 'bundle', productSlug, code }
    : { kind: 'ticket', productSlug, code, sessionId: search.get('session') || null };
}

export const HydrateFallback = () => (
  <PageBody>
    <div className={classes.page}>
      <FormSkeleton />
    </div>
  </PageBody>
);
export const meta = pageMeta('sales', ({ t }) => ({ title: t('cart.title'), noIndex: true }));

export default function ShopPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('sales');
  const [cart, show] = useState(loaded);
  useEffect(() => show(loaded), [loaded]);
  return (
    <PageBody>
      <div className={classes.page}>
        {cart.groups.length === 0 ? (
          <EmptyState
            page
            icon={IconShoppingCart}
            title={t('cart.empty')}
            text={t('cart.emptyText')}
            action={<ActionLink to="/search-results">{t('mine.discover')}</ActionLink>}
          />
        ) : (
          <>
            <PageHead title={t('cart.title')} lead={t('cart.lead')} />
            {cart.groups.map((group) => (
              <CartGroupPanel
                key={`${group.channel?.id} ${group.currency}`}
                group={group}
                show={show}
              />
            ))}
            {cart.groups.length > 1 && (
              <Text size="sm" c="dimmed" ta="center">
                {t('cart.apart')}
              </Text>
            )}
          </>
        )}
      </div>
    </PageBody>
  );
}
