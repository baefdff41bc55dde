import { useLoaderData } from 'react-router';
import { accountsContract } from '#contract/accounts.ts';
import { ArtistPanel } from '#web/accounts/parts/artist-panel.tsx';
import { BillingSection } from '#web/accounts/parts/billing-section.tsx';
import { DevicesPanel } from '#web/accounts/parts/devices-panel.tsx';
import classes from '#web/accounts/parts/my-data.module.css';
import { formOf, saveForm, sessionOf } from '#web/accounts/parts/my-data-form.ts';
import {
  GeneralSection,
  LettersSection,
  ProfileSection,
} from '#web/accounts/parts/my-sections.tsx';
import { PasswordPanel } from '#web/accounts/parts/password-panel.tsx';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { refreshSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';

export async function clientLoader() {
  const [account, logIns] = await Promise.all([
    api(accountsContract.getMe),
    api(accountsContract.listLogIns),
  ]);
  // What an administrator has changed meanwhile, such as a new role, counts from here on.
  refreshSession(sessionOf(account));
  return { account, logIns: logIns.items };
}
export const HydrateFallback = () => (
  <PageBody>
    <FormSkeleton />
  </PageBody>
);
export const meta = pageMeta('accounts', ({ t }) => ({ title: t('data.title'), noIndex: true }));

export default function MyDataPage() {
  const { account, logIns } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('accounts');
  return (
    <PageBody>
      <div className={classes.page}>
        <PageHead title={t('data.title')} lead={account.user} />
        <DeskForm
          id={`my-data:${account.id}`}
          initial={formOf(account)}
          save={saveForm}
          saved={() => notify({ message: t('data.saved') })}
        >
          <GeneralSection picture={account.avatarPicture} />
          <ProfileSection />
          <BillingSection />
          <LettersSection />
        </DeskForm>
        <PasswordPanel />
        <div id="organize" className={classes.place}>
          <ArtistPanel account={account} />
        </div>
        <DevicesPanel logIns={logIns} />
      </div>
    </PageBody>
  );
}
