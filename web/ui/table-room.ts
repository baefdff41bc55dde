import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** `cards` where columns have no room; `wide` where they have some, but too little: then it scrolls. */
export type Room = 'cards' | 'rows' | 'wide';

/** In pixels: by the table's own room, not the window's; the desk's menu leaves a tablet little. */
const leastForRows = 800;
/** Under this a table that does not fit becomes cards: scrolled, it would hide its last columns. */
const leastForScrolling = 900;

/** What fits into a box of so many pixels, where the columns need so many; 0: no more than there are. */
export function roomFor(has: number, needed: number): Room {
  if (has < leastForRows) return 'cards';
  if (needed <= has + 1) return 'rows';
  return has < leastForScrolling ? 'cards' : 'wide';
}

/** `shape` changes with what the table shows: what it needs is then measured anew. */
export function useRoom(sheet: RefObject<HTMLDivElement | null>, shape: string): Room {
  const [room, setRoom] = useState<Room>('rows');
  const needed = useRef({ shape, width: 0 });
  useLayoutEffect(() => {
    const box = sheet.current;
    if (!box) return;
    if (needed.current.shape !== shape) needed.current = { shape, width: 0 };
    const measure = () => {
      const has = box.clientWidth;
      const table = box.querySelector('table');
      // Cards do not tell what rows would need: that is remembered from when they stood there.
      if (table) needed.current.width = table.scrollWidth > has + 1 ? table.scrollWidth : 0;
      // What stays in sight beside the actions keeps clear of them.
      const acts = table?.querySelector<HTMLElement>('thead th[data-acts]')?.offsetWidth ?? 0;
      box.style.setProperty('--acts', `${acts}px`);
      setRoom(roomFor(has, needed.current.width));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  });
  return room;
}
