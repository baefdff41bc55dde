import { type ComponentType, lazy, Suspense } from 'react';
import { useSession } from '#web/platform/session.ts';
import { useSiteConfig } from '#web/platform/site-settings.ts';

const found = import.meta.glob<{ Bell: ComponentType }>('../notices/shared/bell.tsx');
const load = Object.values(found)[0];
const Bell = load && lazy(async () => ({ default: (await load()).Bell }));

/** The bell of whoever is logged in, where the site shows one. Its room is kept while it comes. */
export function BellSlot() {
  const user = useSession();
  const { notifications } = useSiteConfig();
  if (!Bell || !notifications || !user) return null;
  return (
    <Suspense fallback={<span style={{ width: 40, height: 40 }} />}>
      <Bell />
    </Suspense>
  );
}
