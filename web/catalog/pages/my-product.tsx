import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskColumns } from '#web/ui/desk-columns.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { BroadcastSlot } from '../parts/broadcast-slot.tsx';
import { ChangesPanel } from '../parts/changes-panel.tsx';
import { CouponsSlot } from '../parts/coupons-slot.tsx';
import { ProductEditor } from '../parts/product-editor.tsx';
import { SessionsPanel } from '../parts/sessions-panel.tsx';
import { StatePanel } from '../parts/state-panel.tsx';
import { useNear } from '../parts/use-near.ts';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const slug = params.product_slug ?? '';
  const [product, { items }] = await Promise.all([
    api(catalogContract.getOwnProduct, { params: { slug } }),
    api(channelsContract.listMyChannels),
  ]);
  return { product, channels: items };
}
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta('catalog', ({ t }) => ({ title: t('edit.title'), noIndex: true }));

const addressOf = ({ channel, slug }: OwnProduct) =>
  `/account/channels/${channel.slug}/products/${slug}`;

export default function MyProductPage() {
  const { product, channels } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('catalog');
  const navigate = useNavigate();
  useFreshOnNews();
  const channelPage = `/account/channels/${product.channel.slug}`;
  // The address follows the title until the product leaves the draft.
  const saved = (after: OwnProduct) => {
    if (addressOf(after) !== addressOf(product)) void navigate(addressOf(after), { replace: true });
  };
  const known = channels.some(({ slug }) => slug === product.channel.slug);
  const { near, setOnAir } = useNear(product.sessions);
  const isDraft = product.status === 'draft';
  return (
    <>
      <PageHead
        title={product.title}
        crumbs={[
          { label: t('edit.channels'), to: '/account/channels' },
          { label: product.channel.title, to: channelPage },
        ]}
      />
      <DeskColumns
        label={t('edit.aside')}
        first={!isDraft && <BroadcastSlot product={product} onAir={setOnAir} />}
        urgent={near}
        aside={
          <>
            <StatePanel product={product} channelPage={channelPage} backTo={channelPage} />
            <SessionsPanel key={product.id} product={product} />
            <CouponsSlot product={product} />
            <ChangesPanel product={product} />
          </>
        }
      >
        <ProductEditor
          key={product.id}
          product={product}
          channels={known ? channels : [...channels, product.channel]}
          saved={saved}
        />
        {isDraft && <BroadcastSlot product={product} />}
      </DeskColumns>
    </>
  );
}
