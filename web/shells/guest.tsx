import { Outlet } from 'react-router';
import { requireGuest } from '#web/platform/guards.ts';
import { FormSkeleton } from '#web/ui/skeletons.tsx';
import { FaultBody } from './fault-screen.tsx';
import { GuestFrame } from './guest-frame.tsx';

export const clientMiddleware = [requireGuest];

export default function GuestShell() {
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
