import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { catalogContract, type ProductCard as ProductCardData } from '#contract/catalog.ts';
import { type ChannelPage as ChannelPageData, channelsContract } from '#contract/channels.ts';
import { channelCardAddress } from '#contract/shared/card-address.ts';
import { ProductCard } from '#web/catalog/shared/product-card.tsx';
import { publicApi } from '#web/platform/public-api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageLinks } from '#web/ui/page-links.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { pageIn } from '#web/ui/table-query.ts';
import { ChannelHead } from '../parts/channel-head.tsx';
import { channelJsonLd } from '../parts/channel-json-ld.ts';
import classes from '../parts/channel-page.module.css';
import { HiddenChannel } from '../parts/hidden-channel.tsx';

const perPage = 24;

type Shown = {
  channel: ChannelPageData;
  products: { items: ProductCardData[]; total: number; page: number; size: number };
};
type Loaded = { shown: Shown | null };

/** What nobody may see is answered as not found; the browser then asks in the viewer's name. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const api = publicApi(context);
  const given = { slug: params.slug ?? '' };
  const query = { page: pageIn(request.url), size: perPage, sort: 'soon' } as const;
  try {
    const [channel, products] = await Promise.all([
      api(channelsContract.getChannel, { params: given }),
      api(catalogContract.listChannelProducts, { params: given, query }),
    ]);
    return { shown: { channel, products } } as Loaded;
  } catch (error) {
    if ((error as { init?: { status?: number } }).init?.status !== 404) throw error;
    return data({ shown: null } as Loaded, { status: 404 });
  }
}

export const meta = pageMeta<typeof loader>('channels', ({ t, data: loaded, ...about }) => {
  const { channel, products } = (loaded as Loaded | undefined)?.shown ?? {};
  if (!channel) return { title: t('page.title'), noIndex: true };
  const { title, description, slug } = channel;
  const picture = channel.cover ?? channel.profileImage ?? channel.logo;
  const facts = { slug, title, description, pictureId: picture?.id ?? null };
  const more = t('page.metaMore', { channel: title });
  return {
    title,
    description: description.length < 70 ? `${description} ${more}`.trim() : description,
    image: channelCardAddress(facts, about.language),
    imageAlt: title,
    type: 'profile',
    feed: `/channels/${slug}/feed.xml`,
    jsonLd: channelJsonLd(channel, {
      ...about,
      productSlugs: products?.items.map((product) => product.slug) ?? [],
    }),
  };
});

export default function ChannelPage() {
  const { shown } = useLoaderData<typeof loader>();
  const { slug = '' } = useParams();
  return shown ? <PublicChannel {...shown} /> : <HiddenChannel key={slug} slug={slug} />;
}

function PublicChannel({ channel, products }: Shown) {
  const { t } = useTranslation('channels');
  return (
    <>
      <ChannelHead channel={channel} />
      <PageBody>
        <h2 className={classes.shows}>{t('page.shows')}</h2>
        {products.total === 0 ? (
          <EmptyState title={t('page.none')} text={t('page.noneText')} />
        ) : (
          <CardGrid as="ul">
            {products.items.map((card, at) => (
              <li key={card.id}>
                <ProductCard card={card} priority={at < 2} />
              </li>
            ))}
          </CardGrid>
        )}
        <PageLinks page={products} />
      </PageBody>
    </>
  );
}
