import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { catalogContract, type ProductDetail } from '#contract/catalog.ts';
import { productCardAddress } from '#contract/shared/card-address.ts';
import { publicApi } from '#web/platform/public-api.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { HiddenProduct } from '../parts/hidden-product.tsx';
import { productJsonLd } from '../parts/product-json-ld.ts';
import { ProductView } from '../parts/product-view.tsx';

type Loaded = { product: ProductDetail | null };

/** What nobody may see is answered as not found; the browser then asks in the viewer's name. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const product = await publicApi(context)(catalogContract.getProduct, {
      params: { slug: params.slug ?? '' },
    });
    return { product } as Loaded;
  } catch (refusal) {
    const { status } = (refusal as { init?: { status?: number } }).init ?? {};
    if (status !== 404) throw refusal;
    return data({ product: null } as Loaded, { status: 404 });
  }
}

export const meta = pageMeta<typeof loader>('catalog', ({ t, data: loaded, ...about }) => {
  const { product } = (loaded ?? {}) as Partial<Loaded>;
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
      shortDescription.length < 70 ? `${shortDescription} ${more}`.trim() : shortDescription,
    image: productCardAddress(facts, about.language),
    imageAlt: t('product.cardAlt', { title, channel: channel.title }),
    type: 'video.other',
    feed: `/channels/${channel.slug}/feed.xml`,
    jsonLd: productJsonLd(product, about.publicUrl, about.siteName),
  };
});

export default function ProductPage() {
  const { product } = useLoaderData<typeof loader>();
  const { slug = '' } = useParams();
  return product ? <ProductView product={product} /> : <HiddenProduct key={slug} slug={slug} />;
}
