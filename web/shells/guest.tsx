import { Outlet } from 'react-router';
import { requireGuest } from '#web/platform/guards.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { FaultBody } from './fault-screen.tsx';
import { GuestFrame } from './guest-frame.tsx';
import { useGuestGate } from './use-gate.ts';

export const clientMiddleware = [requireGuest];

export default function GuestShell() {
  useGuestGate();
  return (
    <GuestFrame>
      <Outlet />
    </GuestFrame>
  );
}

export function HydrateFallback() {
  return (
    <GuestFrame>
      <FormSkeleton />
    </GuestFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <GuestFrame>
      <FaultBody error={error} />
    </GuestFrame>
  );
}
