import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract, type MyChannel } from '#contract/channels.ts';
import { siteSubscriptionContract } from '#contract/site-subscription.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { DonationsPanel } from '#web/donations/shared/donations-panel.tsx';
import { useFreshOnNews } from '#web/notices/shared/use-fresh-on-news.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { IncludedProducts } from '#web/subscriptions/shared/included-products.tsx';
import { SubscriptionSection } from '#web/subscriptions/shared/subscription-section.tsx';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { pageIn } from '#web/ui/table-query.ts';
import { useFieldOfAddress } from '#web/ui/use-field-of-address.ts';
import { ChannelActions } from '../parts/channel-actions.tsx';
import { type ChannelForm, changeFrom, formOf } from '../parts/channel-form.ts';
import classes from '../parts/channel-nav.module.css';
import { ChannelNav } from '../parts/channel-nav.tsx';
import {
  AboutSection,
  BillingSection,
  LinksSection,
  PicturesSection,
} from '../parts/channel-sections.tsx';
import { MovesPanel } from '../parts/moves-panel.tsx';
import { ProductsPanel } from '../parts/products-panel.tsx';
import { StatePanel } from '../parts/state-panel.tsx';
import { ChannelStateBadge } from '../shared/channel-state.tsx';

const productsPerPage = 10;

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const slug = params.channel_slug ?? '';
  const query = { channel: slug, page: pageIn(request.url), size: productsPerPage };
  const [channel, products, site] = await Promise.all([
    api(channelsContract.getMyChannel, { params: { slug } }),
    api(catalogContract.listOwnProducts, { query }),
    api(siteSubscriptionContract.getMarkedProducts, { params: { slug } }),
  ]);
  const included = channel.subscription.enabled
    ? await api(subscriptionsContract.listSubscriptionProducts, { params: { slug } })
    : null;
  return { channel, products, included, site };
}
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta<typeof clientLoader>('channels', ({ t, data }) => ({
  title: data?.channel.title ?? t('edit.title'),
  noIndex: true,
}));

export default function MyChannelPage() {
  const { channel, products, included, site } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('channels');
  // A channel that waits for review hears of the decision while it is looked at.
  useFreshOnNews();
  useFieldOfAddress();
  return (
    <>
      <PageHead
        title={channel.title}
        badge={<ChannelStateBadge state={channel.state} />}
        crumbs={[{ label: t('list.title'), to: '/account/channels' }]}
        actions={<ChannelActions channel={channel} />}
      />
      <div className={classes.body}>
        <StatePanel channel={channel} />
        <ChannelEditor channel={channel} />
        <div id="products" className={classes.place}>
          <ProductsPanel
            channel={channel.slug}
            page={products}
            mayCreate={channel.can.createProduct}
          />
        </div>
        {included && channel.can.offerSubscription && (
          <div className={classes.place}>
            <IncludedProducts by="channel" channel={channel.slug} products={included.items} />
          </div>
        )}
        {site.isShown && (
          <div className={classes.place}>
            <IncludedProducts by="site" channel={channel.slug} products={site.items} />
          </div>
        )}
        <div className={classes.place}>
          <DonationsPanel of="channel" slug={channel.slug} />
        </div>
        <div id="moves" className={classes.place}>
          <MovesPanel moves={channel.moves} />
        </div>
      </div>
    </>
  );
}

function ChannelEditor({ channel }: { channel: MyChannel }) {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const save = (form: ChannelForm, before: ChannelForm) =>
    api(channelsContract.changeChannel, {
      params: { slug: channel.slug },
      body: changeFrom(form, before),
    });
  const saved = ({ slug }: MyChannel) => {
    notify({ message: t('edit.saved') });
    // The address follows the title until the channel is first published.
    if (slug !== channel.slug) void navigate(`/account/channels/${slug}`, { replace: true });
  };
  return (
    <DeskForm
      id={`channel:${channel.id}`}
      initial={formOf(channel)}
      disabled={!channel.can.edit}
      save={save}
      saved={saved}
    >
      <div className={classes.parts}>
        <ChannelNav channel={channel} />
        <div className={classes.sections}>
          <AboutSection channel={channel} />
          <PicturesSection channel={channel} />
          <LinksSection />
          {channel.can.offerSubscription && <SubscriptionSection />}
          <BillingSection channel={channel} />
        </div>
      </div>
    </DeskForm>
  );
}
