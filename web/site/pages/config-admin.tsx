import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Await, Link, useLoaderData, useRevalidator } from 'react-router';
import { type SiteConfig, siteContract } from '#contract/site.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm, FormSection } from '#web/ui/desk-form.tsx';
import { SwitchField } from '#web/ui/fields.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { RetryButton } from '../parts/retry-button.tsx';

/** Not awaited: the screen stands at once, its form appears when the settings are here. */
export const clientLoader = () => ({ config: api(siteContract.getConfig) });
export const HydrateFallback = FormSkeleton;
export const meta = pageMeta('site', ({ t }) => ({ title: t('title'), noIndex: true }));

export default function ConfigAdminPage() {
  const { config } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('site');
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          <Button component={Link} to="/manage/config-admin/currencies" variant="default">
            {t('rates.link')}
          </Button>
        }
      />
      <Suspense fallback={<FormSkeleton />}>
        <Await resolve={config} errorElement={<LoadingFailed />}>
          {(loaded) => <ConfigForm config={loaded} />}
        </Await>
      </Suspense>
    </>
  );
}

function LoadingFailed() {
  const { t } = useTranslation('site');
  const { revalidate } = useRevalidator();
  return (
    <EmptyState
      icon={IconCloudOff}
      title={t('SERVER_ERROR')}
      action={<RetryButton retry={() => void revalidate()} label={t('retry')} />}
    />
  );
}

const groups = [
  { title: 'group.people', switches: ['approveUsers', 'moderatedChat'] },
  { title: 'group.content', switches: ['typeTag', 'freeTag', 'coupons'] },
  { title: 'group.bar', switches: ['languages', 'notifications', 'currencies', 'timezones'] },
] as const;

function ConfigForm({ config }: { config: SiteConfig }) {
  const { t } = useTranslation('site');
  // What was saved last is the form's start until the page is opened again.
  const [start, setStart] = useState(config);
  const save = async (body: SiteConfig) => {
    try {
      return await api(siteContract.saveConfig, { body });
    } catch (error) {
      notify({ message: t('ADMIN.PAGE.SAVE_ERROR'), variant: 'error' });
      throw error;
    }
  };
  return (
    <DeskForm
      id="site:config"
      initial={start}
      save={save}
      saved={(saved) => {
        setStart(saved);
        notify({ message: t('ADMIN.PAGE.SAVE_SUCCESS') });
      }}
    >
      {groups.map(({ title, switches }) => (
        <FormSection key={title} title={t(title)}>
          {switches.map((name) => (
            <SwitchField
              key={name}
              name={name}
              label={t(`switch.${name}.label`)}
              description={t(`switch.${name}.text`)}
            />
          ))}
        </FormSection>
      ))}
    </DeskForm>
  );
}
