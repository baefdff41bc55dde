import { Outlet } from 'react-router';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { FaultScreen } from './fault-screen.tsx';
import { VisitorFrame } from './visitor-frame.tsx';

export default function VisitorShell() {
  return (
    <VisitorFrame>
      <Outlet />
    </VisitorFrame>
  );
}

export function HydrateFallback() {
  return (
    <VisitorFrame>
      <PageSkeleton />
    </VisitorFrame>
  );
}

export const ErrorBoundary = FaultScreen;
