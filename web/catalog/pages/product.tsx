import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { catalogContract, type ProductDetail } from '#contract/catalog.ts';
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

export const meta = pageMeta<typeof loader>('catalog', ({ t, data: loaded, publicUrl }) => {
  const { product } = (loaded ?? {}) as Partial<Loaded>;
  if (!product) return { title: t('product.title'), noIndex: true };
  const { picture } = product;
  return {
    title: product.title,
    description: product.shortDescription,
    ...(picture ? { image: `/images/${picture.id}/${picture.widths.at(-1)}.jpg` } : {}),
    type: 'video.other',
    jsonLd: productJsonLd(product, publicUrl),
  };
});

export default function ProductPage() {
  const { product } = useLoaderData<typeof loader>();
  const { slug = '' } = useParams();
  return product ? <ProductView product={product} /> : <HiddenProduct key={slug} slug={slug} />;
}
