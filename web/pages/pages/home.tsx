import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { ProductCard as Card } from '#contract/catalog.ts';
import { pagesContract } from '#contract/pages.ts';
import { siteSubscriptionContract } from '#contract/site-subscription.ts';
import { ProductCard } from '#web/catalog/shared/product-card.tsx';
import { ChannelCard } from '#web/channels/shared/channel-card.tsx';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { pageContext } from '#web/platform/load-context.ts';
import { publicApi } from '#web/platform/public-api.ts';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { SiteOffer } from '#web/subscriptions/shared/site-offer.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Rail } from '#web/ui/rail.tsx';
import { CouponBox } from '../parts/coupon-box.tsx';
import { EmptyHouse } from '../parts/empty-house.tsx';
import { FeaturedChannel } from '../parts/featured-channel.tsx';
import { Hero } from '../parts/hero.tsx';
import { homeJsonLd } from '../parts/home-json-ld.ts';
import { OpenChannel } from '../parts/open-channel.tsx';

/** What search engines read is made where the page is: no browser needs it. */
export async function loader({ context }: LoaderFunctionArgs) {
  const api = publicApi(context);
  const [home, { offer }] = await Promise.all([
    api(pagesContract.getHome),
    api(siteSubscriptionContract.getSiteOffer),
  ]);
  return { ...home, offer, jsonLd: homeJsonLd(home, context.get(pageContext)) };
}

export const meta = pageMeta<typeof loader>('pages', ({ t, data, ...about }) => ({
  title: about.siteName,
  wholeTitle: `${about.siteName} · ${t('home.claim')}`,
  description: t('home.description'),
  image: `/og/home.${about.language}.jpg`,
  feed: '/feed.xml',
  jsonLd: data?.jsonLd,
}));

export default function HomePage() {
  const home = useLoaderData<typeof loader>();
  const { t } = useTranslation('pages');
  const { coupons } = useSiteConfig();
  const isEmpty = !home.hero && home.channels.length === 0;
  if (isEmpty) return <EmptyHouse coupons={coupons} />;
  return (
    <PageBody>
      <Hero product={home.hero} />
      {coupons && <CouponBox />}
      <SiteOffer offer={home.offer} />
      <Cards title={t('home.live')} cards={home.live} all="/search-results?when=live" />
      <Cards
        title={t('home.upcoming')}
        cards={home.upcoming}
        all="/search-results?when=upcoming&sort=soon"
      />
      {home.featuredChannel && <FeaturedChannel channel={home.featuredChannel} />}
      <Cards title={t('home.recent')} cards={home.recent} all="/search-results?sort=recent" />
      <Cards title={t('home.free')} cards={home.free} all="/search-results?price=free" />
      {home.channels.length > 0 && (
        <Rail title={t('home.channels')}>
          {home.channels.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} />
          ))}
          <OpenChannel />
        </Rail>
      )}
    </PageBody>
  );
}

/** A slider that is not there while it has nothing to show. */
function Cards({ title, cards, all }: { title: string; cards: Card[]; all: string }) {
  const { t } = useTranslation('pages');
  const inCurrency = useInCurrency();
  if (cards.length === 0) return null;
  return (
    <Rail title={title} all={{ to: inCurrency(all), label: t('home.all') }}>
      {cards.map((card) => (
        <ProductCard key={card.id} card={card} among={cards.length} />
      ))}
    </Rail>
  );
}
