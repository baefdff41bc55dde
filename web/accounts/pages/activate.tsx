import { IconCircleCheck, IconHourglass, IconLinkOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { SessionUser } from '#contract/accounts.ts';
import { findClaim, forgetClaim } from '#web/accounts/parts/claim.ts';
import { followAccount } from '#web/accounts/parts/follow-account.ts';
import { LetterSent } from '#web/accounts/parts/letter-sent.tsx';
import { ResendForm } from '#web/accounts/parts/resend-activation.tsx';
import { api } from '#web/platform/api.ts';
import { sentenceFor, toldBy } from '#web/platform/error-words.ts';
import { signIn } from '#web/platform/session.ts';
import { takeWanted, withNext } from '#web/platform/wanted-page.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

export const meta = pageMeta('accounts', ({ t }) => ({
  title: t('activate.title'),
  noIndex: true,
}));

type Outcome =
  | { approved: boolean; email: string; session: SessionUser | null }
  | { error: unknown };

/** A link works once: however often the page is drawn, each token is sent once. */
const sent = new Map<string, Promise<Outcome>>();

async function send(token: string): Promise<Outcome> {
  try {
    const { accountsContract } = await import('#contract/accounts.ts');
    const body = { token, claim: findClaim() };
    const { approval, ...rest } = await api(accountsContract.activate, { body });
    forgetClaim();
    return { approved: approval === 'approved', ...rest };
  } catch (error) {
    return { error };
  }
}

function useActivation(token: string) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const start = () => {
    const under = sent.get(token) ?? send(token);
    sent.set(token, under);
    void under.then(setOutcome);
  };
  useEffect(start, [token]);
  const again = () => {
    sent.delete(token);
    setOutcome(null);
    start();
  };
  return { outcome, again };
}

/** Read once: what is taken is gone, and this is drawn more than once. */
function useWanted(): string {
  const [wanted] = useState(() => (typeof localStorage === 'undefined' ? '/' : takeWanted()));
  return wanted;
}

/** The browser that has signed up is logged in and goes on to where its person wanted to go. */
function useArrival(outcome: Outcome | null, wanted: string) {
  const navigate = useNavigate();
  const session = outcome && 'session' in outcome ? outcome.session : null;
  useEffect(() => {
    if (!session) return;
    const arrive = async () => {
      // The frame of these pages sends whoever is logged in to `next`, else to their desk.
      await navigate(withNext(location.pathname, wanted), { replace: true });
      signIn(session);
      await followAccount(session);
    };
    void arrive();
  }, [session, wanted, navigate]);
  return session !== null;
}

export default function ActivatePage() {
  const { t } = useTranslation('accounts');
  const wanted = useWanted();
  const { token = '' } = useParams();
  const { outcome, again } = useActivation(token);
  const arrives = useArrival(outcome, wanted);
  if (!outcome || arrives) return <FormSkeleton />;
  if ('error' in outcome) return <Failed error={outcome.error} again={again} />;
  if (!outcome.approved) {
    return (
      <EmptyState
        page
        icon={IconHourglass}
        title={t('activate.pendingTitle')}
        text={t('activate.pendingText')}
      />
    );
  }
  return (
    <EmptyState
      page
      icon={IconCircleCheck}
      title={t('activate.doneTitle')}
      text={t('activate.doneText')}
      action={<ActionLink to={loginAddress(outcome.email, wanted)}>{t('login.submit')}</ActionLink>}
    />
  );
}

/** Log-in with the address filled in: only the password is left to say. */
function loginAddress(email: string, wanted: string): string {
  const known = new URLSearchParams({ email });
  if (wanted !== '/') known.set('next', wanted);
  return `/login?${known}`;
}

function Failed({ error, again }: { error: unknown; again: () => void }) {
  const { t } = useTranslation('accounts');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (toldBy(error).code !== 'ACTIVATION_INVALID') {
    return <ErrorState page error={error} onRetry={again} />;
  }
  if (sentTo) {
    return (
      <LetterSent title={t('resend.sentTitle')} text={t('resend.sentText', { email: sentTo })} />
    );
  }
  return (
    <>
      <EmptyState
        page
        icon={IconLinkOff}
        title={t('activate.failedTitle')}
        text={`${sentenceFor(error)} ${t('activate.failedText')}`}
      />
      <ResendForm done={setSentTo} />
    </>
  );
}
