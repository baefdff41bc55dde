import { Group, Stack, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { ProductCard } from '#contract/catalog.ts';
import type { SiteOffer } from '#contract/site-subscription.ts';
import { loginAddress } from '#web/platform/guards.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Price } from '#web/ui/price.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import classes from './month-page.module.css';
import { OpenedBySite } from './opened-by-site.tsx';

type Props = { offer: SiteOffer | null; products: { items: ProductCard[] } };

/** What the subscription to the site opens and costs, for whoever has no account yet. */
export function SiteForGuest({ offer, products }: Props) {
  const { t } = useTranslation('subscriptions');
  const { name: site } = useBrand();
  return (
    <PageBody>
      <div className={offer ? classes.invitation : classes.page}>
        {offer ? (
          <>
            <PageHead title={t('subscribe.title', { channel: site })} />
            <Stack gap="md" align="flex-start">
              <Text fz="xl">
                <b>
                  <Price amount={offer.price.total} currency={offer.price.currency} />
                </b>{' '}
                {t(`site.offer.${offer.term}`)}
              </Text>
              <Text>{t('site.offer.text', { site })}</Text>
              <Text size="sm" c="dimmed">
                {t(`subscribe.how.${offer.term}`)}
              </Text>
              <Group gap="sm">
                <ActionLink to={loginAddress({ pathname: '/subscribe', search: '' })}>
                  {t('site.offer.join')}
                </ActionLink>
                <ActionLink to="/shop?kind=site&add=site" quiet>
                  {t('offer.cart')}
                </ActionLink>
              </Group>
            </Stack>
          </>
        ) : (
          <EmptyState
            page
            icon={IconUsersGroup}
            title={t('subscribe.none')}
            text={t('site.noneText')}
            action={<ActionLink to="/search-results">{t('mine.discover')}</ActionLink>}
          />
        )}
      </div>
      <OpenedBySite products={products} />
    </PageBody>
  );
}
