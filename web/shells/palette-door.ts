/**
 * Quick access is asked for from anywhere, and comes when it is asked for first: what stands here is
 * all of it that every page carries.
 */
let asks = 0;
const listeners = new Set<() => void>();

export function openPalette(): void {
  asks += 1;
  for (const listener of listeners) listener();
}

export const paletteAsks = {
  read: () => asks,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
