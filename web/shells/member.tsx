import { Outlet } from 'react-router';
import { requireUser } from '#web/platform/guards.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { FaultScreen } from './fault-screen.tsx';
import { useGate } from './use-gate.ts';
import { VisitorFrame } from './visitor-frame.tsx';

export const clientMiddleware = [requireUser];

export default function MemberShell() {
  useGate();
  return (
    <VisitorFrame tall>
      <Outlet />
    </VisitorFrame>
  );
}

export function HydrateFallback() {
  return (
    <VisitorFrame tall>
      <PageBody>
        <PageSkeleton />
      </PageBody>
    </VisitorFrame>
  );
}

export const ErrorBoundary = FaultScreen;
