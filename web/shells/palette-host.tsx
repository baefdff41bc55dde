import { useEffect, useSyncExternalStore } from 'react';
import { Late, lateCode, tellMissed } from '#web/ui/late.tsx';
import { openPalette, paletteAsks } from './palette-door.ts';

const palette = lateCode(async () => (await import('./palette.tsx')).Palette);
const never = () => 0;

/** Once per document: Ctrl or ⌘ with K opens quick access on every screen. */
export function PaletteHost() {
  const asks = useSyncExternalStore(paletteAsks.subscribe, paletteAsks.read, never);
  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      const command = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!command || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', byKey);
    return () => document.removeEventListener('keydown', byKey);
  }, []);
  if (asks === 0) return null;
  return (
    <Late code={palette} missed={tellMissed} wanted={asks}>
      {(Palette) => <Palette asks={asks} />}
    </Late>
  );
}
