import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { catalogContract, type ProductCard, type ProductDetail } from '#contract/catalog.ts';
import { productCardAddress } from '#contract/shared/card-address.ts';
import { sentTypes } from '#contract/shared/product-kinds.ts';
import { type ProductShipping, shippingContract } from '#contract/shipping.ts';
import { type SiteOffer, siteSubscriptionContract } from '#contract/site-subscription.ts';
import { pageContext } from '#web/platform/load-context.ts';
import { publicApi } from '#web/platform/public-api.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { HiddenProduct } from '../parts/hidden-product.tsx';
import { productJsonLd } from '../parts/product-json-ld.ts';
import { ProductView } from '../parts/product-view.tsx';

type Loaded = {
  product: ProductDetail | null;
  more: ProductCard[];
  /** Of what is sent: where to, and for how much. */
  shipping: ProductShipping | null;
  /** The subscription to the whole site, where it opens this too. */
  siteOffer: SiteOffer | null;
  /** What search engines read is made where the page is: no browser needs it. */
  jsonLd?: object;
};

/** So many other shows of the channel stand below. */
const mostOthers = 6;

/** What nobody may see is answered as not found; the browser then asks in the viewer's name. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = publicApi(context);
  try {
    const product = await api(catalogContract.getProduct, { params: { slug: params.slug ?? '' } });
    const [more, shipping, { offer: siteOffer }] = await Promise.all([
      othersOf(api, product),
      shippingOf(api, product),
      api(siteSubscriptionContract.getSiteOfferOf, { params: { slug: product.slug } }),
    ]);
    const jsonLd = productJsonLd(product, context.get(pageContext));
    return { product, more, shipping, siteOffer, jsonLd } as Loaded;
  } catch (refusal) {
    const { status } = (refusal as { init?: { status?: number } }).init ?? {};
    if (status !== 404) throw refusal;
    const nothing: Loaded = { product: null, more: [], shipping: null, siteOffer: null };
    return data(nothing, { status: 404 });
  }
}

const shippingOf = async (api: ReturnType<typeof publicApi>, { slug, type }: ProductDetail) =>
  sentTypes.includes(type) ? api(shippingContract.getProductShipping, { params: { slug } }) : null;

async function othersOf(api: ReturnType<typeof publicApi>, { id, channel }: ProductDetail) {
  const query = { page: 1, size: mostOthers + 1, sort: 'soon' } as const;
  const params = { slug: channel.slug };
  const { items } = await api(catalogContract.listChannelProducts, { params, query });
  return items.filter((card) => card.id !== id).slice(0, mostOthers);
}

export const meta = pageMeta<typeof loader>('catalog', ({ t, data: loaded, ...about }) => {
  const { product, jsonLd } = (loaded ?? {}) as Partial<Loaded>;
  if (!product) return { title: t('product.title'), noIndex: true };
  const { channel, picture, price, session, shortDescription, slug, title } = product;
  const facts = {
    ...{ slug, title, total: price.total, currency: price.currency },
    channelTitle: channel.title,
    pictureId: picture?.id ?? null,
    startsAt: session?.startsAt ?? null,
  };
  const more = t('product.metaMore', { channel: channel.title });
  return {
    title,
    description:
      shortDescription.length < 70 && !sentTypes.includes(product.type)
        ? `${shortDescription} ${more}`.trim()
        : shortDescription,
    image: productCardAddress(facts, about.language),
    imageAlt: t('product.cardAlt', { title, channel: channel.title }),
    type: 'video.other',
    feed: `/channels/${channel.slug}/feed.xml`,
    jsonLd,
  };
});

export default function ProductPage() {
  const { product, ...beside } = useLoaderData<typeof loader>();
  const { slug = '' } = useParams();
  if (!product) return <HiddenProduct key={slug} slug={slug} />;
  return <ProductView key={slug} product={product} {...beside} />;
}
