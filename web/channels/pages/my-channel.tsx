import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useNavigate } from 'react-router';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract, type MyChannel } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { changeOf, formOf } from '../parts/channel-form.ts';
import {
  AboutSection,
  BillingSection,
  LinksSection,
  PicturesSection,
} from '../parts/channel-sections.tsx';
import { MovesPanel } from '../parts/moves-panel.tsx';
import { ProductsPanel } from '../parts/products-panel.tsx';
import { StatePanel } from '../parts/state-panel.tsx';
import { SubscriptionSection } from '../parts/subscription-section.tsx';
import columns from '../parts/two-columns.module.css';

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const slug = params.channel_slug ?? '';
  const [channel, products] = await Promise.all([
    api(channelsContract.getMyChannel, { params: { slug } }),
    api(catalogContract.listOwnProducts, { query: { channel: slug, size: 50 } }),
  ]);
  return { channel, products: products.items };
}
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta('channels', ({ t }) => ({ title: t('edit.title'), noIndex: true }));

export default function MyChannelPage() {
  const { channel, products } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('channels');
  const see = (
    <Button
      component={Link}
      to={`/channels/${channel.slug}`}
      variant="default"
      leftSection={<IconExternalLink size={18} aria-hidden />}
    >
      {t(channel.state === 'published' ? 'edit.see' : 'edit.preview')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={channel.title}
        crumbs={[{ label: t('list.title'), to: '/account/channels' }]}
        actions={see}
      />
      <div className={columns.columns}>
        <ChannelEditor channel={channel} />
        <aside className={columns.aside} aria-label={t('edit.aside')}>
          <StatePanel channel={channel} />
          <ProductsPanel
            channel={channel.slug}
            products={products}
            mayCreate={channel.can.createProduct}
          />
          <MovesPanel moves={channel.moves} />
        </aside>
      </div>
    </>
  );
}

function ChannelEditor({ channel }: { channel: MyChannel }) {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const save = (form: ReturnType<typeof formOf>) =>
    api(channelsContract.changeChannel, { params: { slug: channel.slug }, body: changeOf(form) });
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
      <AboutSection channel={channel} />
      <PicturesSection channel={channel} />
      <LinksSection />
      <BillingSection channel={channel} />
      <SubscriptionSection />
    </DeskForm>
  );
}
