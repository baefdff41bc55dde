import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useNavigate } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import {
  ClassificationSection,
  DetailsSection,
  PictureSection,
} from '../parts/detail-sections.tsx';
import { type ChannelChoice, InfoSection } from '../parts/info-section.tsx';
import { atTheirRows, type NewProductValues, newProductFrom } from '../parts/new-product-form.ts';
import { blankSession, NewSessionsSection } from '../parts/new-sessions-section.tsx';
import { AvailabilitySection, PriceSection } from '../parts/price-section.tsx';
import { blankValues } from '../parts/product-form.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { items } = await api(channelsContract.listMyChannels);
  const wanted = new URL(request.url).searchParams.get('channel');
  const channels = items.filter(({ state }) => state !== 'banned');
  const chosen =
    channels.find(({ slug }) => slug === wanted) ??
    channels.find(({ state }) => state === 'published') ??
    channels[0];
  return { channels, chosen: chosen?.slug ?? null };
}
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta('catalog', ({ t }) => ({ title: t('new.title'), noIndex: true }));

export default function NewProductPage() {
  const { channels, chosen } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('catalog');
  return (
    <>
      <PageHead title={t('new.title')} lead={t('new.lead')} />
      {chosen === null ? (
        <EmptyState
          icon={<IconBuildingStore size={40} stroke={1.5} aria-hidden />}
          title={t('new.noChannel')}
          text={t('new.noChannelText')}
          action={
            <Button component={Link} to="/account/channels">
              {t('new.createChannel')}
            </Button>
          }
        />
      ) : (
        <NewProductForm channels={channels} channel={chosen} />
      )}
    </>
  );
}

async function create(values: NewProductValues): Promise<OwnProduct> {
  try {
    return await api(catalogContract.createProduct, { body: newProductFrom(values) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw Object.assign(error, { fields: atTheirRows(error.fields, values) });
  }
}

type FormProps = { channels: ChannelChoice[]; channel: string };

function NewProductForm({ channels, channel }: FormProps) {
  const { t, language } = useTranslation('catalog');
  const navigate = useNavigate();
  const initial: NewProductValues = {
    ...blankValues({ channel, language }),
    sessions: [blankSession],
  };
  const saved = ({ slug, channel: own }: OwnProduct) => {
    notify({ message: t('new.created') });
    void navigate(`/account/channels/${own.slug}/products/${slug}`);
  };
  return (
    <DeskForm
      id="product:new"
      initial={initial}
      submitLabel={t('new.save')}
      keepData
      save={create}
      saved={saved}
    >
      <InfoSection channels={channels} />
      <PictureSection current={null} />
      <NewSessionsSection />
      <PriceSection />
      <AvailabilitySection />
      <ClassificationSection />
      <DetailsSection />
    </DeskForm>
  );
}
