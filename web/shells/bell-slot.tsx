import type { ComponentType } from 'react';
import { useSession } from '#web/platform/session.ts';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { Late, lateCode } from '#web/ui/late.tsx';

const found = import.meta.glob<{ Bell: ComponentType }>('../notices/shared/bell.tsx');
const load = Object.values(found)[0];
const bell = load && lateCode(async () => (await load()).Bell);
const room = <span style={{ width: 40, height: 40 }} />;

/** The bell of whoever is logged in, where the site shows one. Its room is kept while it comes. */
export function BellSlot() {
  const user = useSession();
  const { notifications } = useSiteConfig();
  if (!bell || !notifications || !user) return null;
  return (
    <Late code={bell} waits={room}>
      {(Bell) => <Bell />}
    </Late>
  );
}
