import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskColumns } from '#web/ui/desk-columns.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { BroadcastSlot } from '../parts/broadcast-slot.tsx';
import { ChangesPanel } from '../parts/changes-panel.tsx';
import { CouponsSlot } from '../parts/coupons-slot.tsx';
import { FeaturePanel } from '../parts/feature-panel.tsx';
import { ProductEditor } from '../parts/product-editor.tsx';
import { SessionsPanel } from '../parts/sessions-panel.tsx';
import { StatePanel } from '../parts/state-panel.tsx';
import { useNear } from '../parts/use-near.ts';

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  api(catalogContract.getOwnProduct, { params: { slug: params.product_slug ?? '' } });
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta('catalog', ({ t }) => ({ title: t('edit.title'), noIndex: true }));

export default function ManageProductPage() {
  const product = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('catalog');
  const navigate = useNavigate();
  const list = '/manage/products';
  const saved = ({ slug }: OwnProduct) => {
    if (slug !== product.slug) void navigate(`${list}/${slug}`, { replace: true });
  };
  const { near, setOnAir } = useNear(product.sessions);
  const isDraft = product.status === 'draft';
  return (
    <>
      <PageHead title={product.title} crumbs={[{ label: t('manage.title'), to: list }]} />
      <DeskColumns
        label={t('edit.aside')}
        first={!isDraft && <BroadcastSlot product={product} onAir={setOnAir} />}
        urgent={near}
        aside={
          <>
            <FeaturePanel product={product} />
            <StatePanel
              product={product}
              channelPage={`/manage/channels/${product.channel.slug}`}
              backTo={list}
            />
            <SessionsPanel key={product.id} product={product} />
            <CouponsSlot product={product} />
            <ChangesPanel product={product} />
          </>
        }
      >
        <ProductEditor
          key={product.id}
          product={product}
          // A product moves between channels in its organizer's hands only.
          channels={[product.channel]}
          saved={saved}
        />
        {isDraft && <BroadcastSlot product={product} />}
      </DeskColumns>
    </>
  );
}
