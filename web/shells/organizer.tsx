import { IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { requireProducer } from '#web/platform/guards.ts';
import { deskHandle } from '#web/platform/scheme.ts';
import { hasRole, useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { DeskFrame } from './desk-frame.tsx';
import { organizerNavigation } from './desk-navigation.ts';
import { FaultBody } from './fault-screen.tsx';
import { useGate } from './use-gate.ts';

export const clientMiddleware = [requireProducer];
export const handle = deskHandle;

function OrganizerFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shells');
  const user = useSession();
  const other = hasRole(user, 'ADMIN') && (
    <Link to="/manage/products">
      <IconSettings size={20} aria-hidden />
      {t('desk.admin')}
    </Link>
  );
  return (
    <DeskFrame
      title={t('desk.organizer')}
      whose="PRODUCER"
      groups={organizerNavigation}
      other={other}
    >
      {children}
    </DeskFrame>
  );
}

export default function OrganizerShell() {
  useGate('PRODUCER');
  return (
    <OrganizerFrame>
      <Outlet />
    </OrganizerFrame>
  );
}

export function HydrateFallback() {
  return (
    <OrganizerFrame>
      <PageSkeleton />
    </OrganizerFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <OrganizerFrame>
      <FaultBody error={error} />
    </OrganizerFrame>
  );
}
