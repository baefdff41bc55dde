import { useEffect, useState } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'];
const patienceMs = 3_000;

/** Calls at the first sign of a person, or after a while; answers how to stop waiting for it. */
function whenSomebodyIsThere(come: () => void): () => void {
  const timer = setTimeout(come, patienceMs);
  for (const sign of signs) addEventListener(sign, come, { once: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const sign of signs) removeEventListener(sign, come);
  };
}

/** Is somebody there? What only a person needs waits for it, and is no part of what a page weighs. */
export function usePresence(): boolean {
  const [isHere, setIsHere] = useState(false);
  useEffect(() => whenSomebodyIsThere(() => setIsHere(true)), []);
  return isHere;
}
