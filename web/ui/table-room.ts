import { type RefObject, useLayoutEffect, useState } from 'react';

/** `cards` where columns have no room; `wide` where they have some, but too little: then it scrolls. */
export type Room = 'cards' | 'rows' | 'wide';

/** In pixels: by the table's own room, not the window's; the desk's menu leaves a tablet little. */
const leastForRows = 720;

export function useRoom(sheet: RefObject<HTMLDivElement | null>): Room {
  const [room, setRoom] = useState<Room>('rows');
  useLayoutEffect(() => {
    const box = sheet.current;
    if (!box) return;
    const measure = () => {
      if (box.clientWidth < leastForRows) return setRoom('cards');
      const table = box.querySelector('table');
      setRoom(table && table.scrollWidth > box.clientWidth + 1 ? 'wide' : 'rows');
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  });
  return room;
}
