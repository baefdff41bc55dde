import { IconBuildingStore } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { newProductTypes } from '#contract/shared/product-kinds.ts';
import { firstChannel } from '#web/channels/shared/first-channel.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { KindChoice } from '../parts/kind-choice.tsx';
import { ProductDesk, useVisit } from '../parts/product-desk.tsx';
import { startIn } from '../parts/start-values.ts';

/** `?draft=` is the product that this page has made meanwhile: a reload goes on with it. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const slug = asked.get('draft');
  const type = newProductTypes.find((one) => one === asked.get('type')) ?? 'broadcast';
  const [{ items }, defaults, product] = await Promise.all([
    api(channelsContract.listMyChannels),
    api(catalogContract.getProductDefaults, { query: { type } }),
    slug ? api(catalogContract.getOwnProduct, { params: { slug } }) : null,
  ]);
  const channels = items.filter(({ state }) => state !== 'banned');
  const chosen = firstChannel(channels, asked.get('channel'));
  const start = await startIn(defaults, { channel: chosen?.slug ?? null, type });
  return { channels, start, product, type, chosen: chosen?.slug ?? null };
}
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta('catalog', ({ t }) => ({ title: t('new.title'), noIndex: true }));

const addressOf = ({ channel, slug }: OwnProduct) =>
  `/account/channels/${channel.slug}/products/${slug}`;

export default function NewProductPage() {
  const { channels, chosen, start, product, type } = useLoaderData<typeof clientLoader>();
  const { t, language } = useTranslation('catalog');
  const visit = useVisit(product?.id ?? null);
  const crumbs = [{ label: t('edit.channels'), to: '/account/channels' }];
  if (chosen === null) {
    return (
      <>
        <PageHead title={t('new.title')} crumbs={crumbs} lead={t('new.lead')} />
        <EmptyState
          icon={IconBuildingStore}
          title={t('new.noChannel')}
          text={t('new.noChannelText')}
          action={<ActionLink to="/account/channels">{t('new.createChannel')}</ActionLink>}
        />
      </>
    );
  }
  const home = product?.channel ?? channels.find(({ slug }) => slug === chosen);
  const channelPage = `/account/channels/${home?.slug ?? chosen}`;
  return (
    <ProductDesk
      key={visit}
      loaded={product}
      type={type}
      ahead={<KindChoice chosen={type} />}
      channels={channels}
      start={{ ...start, channel: chosen, language }}
      crumbs={home ? [...crumbs, { label: home.title, to: channelPage }] : crumbs}
      addressOf={addressOf}
      hereOf={(made) =>
        made.status === 'draft' ? `/account/products/new?draft=${made.slug}` : addressOf(made)
      }
      channelPage={channelPage}
      backTo={channelPage}
    />
  );
}
