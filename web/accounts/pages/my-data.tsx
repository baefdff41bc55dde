import { useLoaderData, useLocation } from 'react-router';
import { accountsContract } from '#contract/accounts.ts';
import { AddressSlot } from '#web/accounts/parts/address-slot.tsx';
import { ArtistPanel } from '#web/accounts/parts/artist-panel.tsx';
import { BillingSection } from '#web/accounts/parts/billing-section.tsx';
import { DevicesPanel } from '#web/accounts/parts/devices-panel.tsx';
import { formOf, saveForm, sessionOf } from '#web/accounts/parts/my-data-form.ts';
import {
  DataPart,
  MyDataFrame,
  MyDataSkeleton,
  useOpenAtField,
} from '#web/accounts/parts/my-data-frame.tsx';
import { isInForm, placeOf } from '#web/accounts/parts/my-data-places.ts';
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
import { pageMeta } from '#web/ui/page-meta.ts';

export async function clientLoader() {
  const [account, logIns] = await Promise.all([
    api(accountsContract.getMe),
    api(accountsContract.listLogIns),
  ]);
  // What an administrator has changed meanwhile, such as a new role, counts from here on.
  refreshSession(sessionOf(account));
  return { account, logIns: logIns.items };
}
export const HydrateFallback = MyDataSkeleton;
export const meta = pageMeta('accounts', ({ t }) => ({ title: t('data.title'), noIndex: true }));

export default function MyDataPage() {
  const { account, logIns } = useLoaderData<typeof clientLoader>();
  const { t } = useTranslation('accounts');
  const open = placeOf(useLocation().hash);
  const openAtField = useOpenAtField();
  return (
    <MyDataFrame lead={account.user} open={open}>
      <div hidden={!isInForm(open)} onClickCapture={(event) => void openAtField(event)}>
        <DeskForm
          id={`my-data:${account.id}`}
          initial={formOf(account)}
          save={saveForm}
          saved={() => notify({ message: t('data.saved') })}
        >
          <DataPart place="personal" open={open}>
            <GeneralSection picture={account.avatarPicture} />
          </DataPart>
          <DataPart place="profile" open={open}>
            <ProfileSection />
          </DataPart>
          <DataPart place="billing" open={open}>
            <BillingSection />
          </DataPart>
          <DataPart place="letters" open={open}>
            <LettersSection />
          </DataPart>
        </DeskForm>
      </div>
      <DataPart place="billing" open={open}>
        <AddressSlot />
      </DataPart>
      <DataPart place="password" open={open}>
        <PasswordPanel />
      </DataPart>
      <DataPart place="organize" open={open}>
        <ArtistPanel account={account} />
      </DataPart>
      <DataPart place="devices" open={open}>
        <DevicesPanel logIns={logIns} />
      </DataPart>
    </MyDataFrame>
  );
}
