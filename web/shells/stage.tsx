import { Outlet } from 'react-router';
import { requireUser } from '#web/platform/guards.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { FaultBody } from './fault-screen.tsx';
import { StageFrame } from './stage-frame.tsx';
import { useGate } from './use-gate.ts';

export const clientMiddleware = [requireUser];

export default function StageShell() {
  useGate();
  return (
    <StageFrame>
      <Outlet />
    </StageFrame>
  );
}

export function HydrateFallback() {
  return (
    <StageFrame>
      <PageBody>
        <PageSkeleton />
      </PageBody>
    </StageFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <StageFrame>
      <FaultBody error={error} />
    </StageFrame>
  );
}
