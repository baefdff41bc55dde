import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/platform/api.ts';
import { sessionUser, signOut } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { forgetDrafts } from '#web/ui/drafts.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';

export const meta = pageMeta('accounts', ({ t }) => ({ title: t('logout.title'), noIndex: true }));

/** Forgets here at once; revoking on the server follows, and may fail without keeping anybody. */
async function logOut() {
  if (!sessionUser()) return;
  const { accountsContract } = await import('#contract/accounts.ts');
  // The call takes the token along when it starts, so the browser can forget it right after.
  const revoked = api(accountsContract.logOut);
  signOut();
  forgetDrafts();
  await revoked.catch(() => undefined);
}

export default function LogoutPage() {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  useEffect(() => {
    void logOut().finally(() => navigate('/', { replace: true }));
  }, [navigate]);
  return (
    <PageBody>
      <PageHead title={t('logout.title')} />
    </PageBody>
  );
}
