import { IconMasksTheater } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { requireAdmin } from '#web/platform/guards.ts';
import { deskHandle } from '#web/platform/scheme.ts';
import { hasRole, useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { DeskFrame } from './desk-frame.tsx';
import { adminNavigation } from './desk-navigation.ts';
import { FaultBody } from './fault-screen.tsx';
import { useGate } from './use-gate.ts';

export const clientMiddleware = [requireAdmin];
export const handle = deskHandle;

function AdministratorFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shells');
  const user = useSession();
  const other = hasRole(user, 'PRODUCER') && (
    <Link to="/account/globalview">
      <IconMasksTheater size={20} aria-hidden />
      {t('desk.organizer')}
    </Link>
  );
  return (
    <DeskFrame title={t('desk.admin')} whose="ADMIN" groups={adminNavigation} other={other}>
      {children}
    </DeskFrame>
  );
}

export default function AdministratorShell() {
  useGate('ADMIN');
  return (
    <AdministratorFrame>
      <Outlet />
    </AdministratorFrame>
  );
}

export function HydrateFallback() {
  return (
    <AdministratorFrame>
      <PageSkeleton />
    </AdministratorFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <AdministratorFrame>
      <FaultBody error={error} />
    </AdministratorFrame>
  );
}
