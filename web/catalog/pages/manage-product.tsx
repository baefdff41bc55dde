import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { FeaturePanel } from '../parts/feature-panel.tsx';
import { ProductDesk } from '../parts/product-desk.tsx';
import { startOf } from '../parts/start-values.ts';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const [product, defaults] = await Promise.all([
    api(catalogContract.getOwnProduct, { params: { slug: params.product_slug ?? '' } }),
    api(catalogContract.getProductDefaults, { query: {} }),
  ]);
  return { product, defaults };
}
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta<typeof clientLoader>('catalog', ({ t, data }) => ({
  title: data?.product.title ?? t('edit.title'),
  noIndex: true,
}));

const list = '/manage/products';
const addressOf = ({ slug }: OwnProduct) => `${list}/${slug}`;

export default function ManageProductPage() {
  const { product, defaults } = useLoaderData<typeof clientLoader>();
  const { t, language } = useTranslation('catalog');
  return (
    <ProductDesk
      key={product.id}
      loaded={product}
      // A product moves between channels in its organizer's hands only.
      channels={[product.channel]}
      start={{ ...startOf(defaults), channel: product.channel.slug, language }}
      crumbs={[{ label: t('manage.title'), to: list }]}
      addressOf={addressOf}
      channelPage={`/manage/channels/${product.channel.slug}`}
      backTo={list}
      team={<FeaturePanel product={product} />}
    />
  );
}
