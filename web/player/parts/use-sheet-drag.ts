import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { isTap, landsOpen } from './sheet-drag.ts';

type Begun = { y: number; height: number; most: number; at: number };

/**
 * Pulls a sheet up and down by its handle. `height` is where the finger holds it, null while nobody
 * does. A tap is no pull: the handle's own click stays.
 */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, land: (open: boolean) => void) {
  const [height, setHeight] = useState<number | null>(null);
  const begun = useRef<Begun | null>(null);
  const pulled = useRef(false);

  const at = ({ clientY }: PointerEvent, { y, height: from, most }: Begun) =>
    Math.min(most, Math.max(0, from + y - clientY));
  const down = (event: PointerEvent<HTMLElement>) => {
    const element = sheet.current;
    if (!element || event.button !== 0) return;
    const box = element.getBoundingClientRect();
    const top = element.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
    const most = Math.max(box.height, window.innerHeight - top, window.innerHeight / 2);
    begun.current = { y: event.clientY, height: box.height, most, at: event.timeStamp };
    pulled.current = false;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const from = begun.current;
    if (!from) return;
    pulled.current ||= !isTap({ fromY: from.y, toY: event.clientY });
    if (pulled.current) setHeight(at(event, from));
  };
  const up = (event: PointerEvent) => {
    const from = begun.current;
    begun.current = null;
    setHeight(null);
    if (!from || !pulled.current) return;
    const ms = event.timeStamp - from.at;
    const drag = { fromY: from.y, toY: event.clientY, most: from.most, ms };
    land(landsOpen({ ...drag, height: at(event, from) }));
  };
  const cancel = () => {
    begun.current = null;
    setHeight(null);
  };
  return {
    height,
    /** Whether the click that follows belongs to a pull; asked once, it is forgotten. */
    wasPulled: () => {
      const was = pulled.current;
      pulled.current = false;
      return was;
    },
    handle: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: cancel,
    },
  };
}
