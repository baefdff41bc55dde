import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { loginAddress } from '#web/platform/guards.ts';
import { closeLive } from '#web/platform/live.ts';
import { onLoggedOut } from '#web/platform/log-out-event.ts';
import { sessionUser, useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { chosenLanguage, switchLanguage } from '#web/platform/words-of-browser.ts';
import { ConfirmHost } from '#web/ui/confirm.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { NoticeList } from '#web/ui/notice-list.tsx';
import classes from './document-frame.module.css';
import { PaletteHost } from './palette-host.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { SystemMessagesSlot } from './system-messages-slot.tsx';

/** What is on every screen whatever its shell: skip link, notices, questions, announcements. */
export function DocumentFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shells');
  useTranslation('platform');
  const waiting = useNavigation().state !== 'idle';
  useGoToLogin();
  useSessionMark();
  useKeptLanguage();
  useMarkOfLife();
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      <div className={classes.progress} data-waiting={waiting || undefined} aria-hidden="true" />
      {children}
      <NoticeList />
      <PaletteHost />
      <ConfirmHost />
      <LeaveGuard />
      <RouteAnnouncer />
      <SystemMessagesSlot />
    </>
  );
}

/** When the server ends the session, log in and come back here; forms keep drafts by themselves. */
function useGoToLogin() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () => onLoggedOut(() => void navigate(loginAddress({ pathname, search }))),
    [navigate, pathname, search],
  );
}

/**
 * Style sheets know by these marks whether to show what is for guests or for members, and which
 * desk is somebody's. The store is asked: while the page comes to life, the session is not there yet.
 */
function useSessionMark() {
  const user = useSession();
  const token = user?.authToken;
  const roles = user?.roles.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the user changes
  useEffect(() => {
    const now = sessionUser();
    document.documentElement.toggleAttribute('data-member', now !== null);
    document.documentElement.setAttribute('data-roles', now?.roles.join(' ') ?? '');
  }, [token, roles]);
  // A socket opened as somebody else must not go on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed when the user changes
  useEffect(() => () => closeLive(), [token]);
}

/** The choice kept on this browser wins over what the server took from the request. */
function useKeptLanguage() {
  useEffect(() => {
    const kept = chosenLanguage();
    const asked = new URLSearchParams(window.location.search).get('lang');
    if (kept && !asked && kept !== document.documentElement.lang) void switchLanguage(kept);
  }, []);
}

/** The moment from which the page takes presses, for whoever measures it or waits for it. */
function useMarkOfLife() {
  useEffect(() => {
    performance.mark('alive');
  }, []);
}
