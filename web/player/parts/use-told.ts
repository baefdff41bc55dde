import { useEffect, useState } from 'react';

/** As long as it takes to read it twice. */
const staysMs = 4000;

/** A sentence on the picture that goes by itself, such as why a key did nothing. */
export function useTold() {
  const [told, setTold] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => setTold(null), staysMs);
    return () => clearTimeout(timer);
  }, [told]);
  return { told: told?.text ?? '', tell: (text: string) => setTold({ text }) };
}
