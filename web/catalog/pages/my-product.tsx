import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { ProductDesk } from '../parts/product-desk.tsx';
import { startOf } from '../parts/start-values.ts';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const slug = params.product_slug ?? '';
  const [product, { items }, defaults] = await Promise.all([
    api(catalogContract.getOwnProduct, { params: { slug } }),
    api(channelsContract.listMyChannels),
    api(catalogContract.getProductDefaults, { query: {} }),
  ]);
  return { product, channels: items, defaults };
}
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta<typeof clientLoader>('catalog', ({ t, data }) => ({
  title: data?.product.title ?? t('edit.title'),
  noIndex: true,
}));

const addressOf = ({ channel, slug }: OwnProduct) =>
  `/account/channels/${channel.slug}/products/${slug}`;

export default function MyProductPage() {
  const { product, channels, defaults } = useLoaderData<typeof clientLoader>();
  const { t, language } = useTranslation('catalog');
  const channelPage = `/account/channels/${product.channel.slug}`;
  const known = channels.some(({ slug }) => slug === product.channel.slug);
  return (
    <ProductDesk
      key={product.id}
      loaded={product}
      channels={known ? channels : [...channels, product.channel]}
      start={{ ...startOf(defaults), channel: product.channel.slug, language }}
      crumbs={[
        { label: t('edit.channels'), to: '/account/channels' },
        { label: product.channel.title, to: channelPage },
      ]}
      addressOf={addressOf}
      channelPage={channelPage}
      backTo={channelPage}
    />
  );
}
