import { type ComponentType, useEffect, useState } from 'react';
import { Late, lateCode } from '#web/ui/late.tsx';

const found = import.meta.glob<{ SystemMessages: ComponentType }>(
  '../notices/shared/system-messages.tsx',
);
const load = Object.values(found)[0];
const messages = load && lateCode(async () => (await load()).SystemMessages);

/** What is said to everyone pops up; the connection waits until the page itself is quiet. */
export function SystemMessagesSlot() {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 4000);
    return () => clearTimeout(timer);
  }, []);
  if (!messages || !quiet) return null;
  return <Late code={messages}>{(SystemMessages) => <SystemMessages />}</Late>;
}
