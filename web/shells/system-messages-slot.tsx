import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

const found = import.meta.glob<{ SystemMessages: ComponentType }>(
  '../notices/shared/system-messages.tsx',
);
const load = Object.values(found)[0];
const SystemMessages = load && lazy(async () => ({ default: (await load()).SystemMessages }));

/** What is said to everyone pops up; the connection waits until the page itself is quiet. */
export function SystemMessagesSlot() {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 4000);
    return () => clearTimeout(timer);
  }, []);
  if (!SystemMessages || !quiet) return null;
  return (
    <Suspense fallback={null}>
      <SystemMessages />
    </Suspense>
  );
}
