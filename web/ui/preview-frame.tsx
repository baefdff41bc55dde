import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { stageScheme } from '#web/platform/scheme.ts';
import classes from './preview-frame.module.css';

export type Device = 'phone' | 'desktop';

const widths: Record<Device, number> = { phone: 390, desktop: 1280 };
const heights: Record<Device, number> = { phone: 780, desktop: 860 };

type Props = { device: Device; title: string; children: ReactNode };

/**
 * A part of a public page in a window of its own, so that it lays itself out for that width, drawn
 * small where there is less room. It can be scrolled and read; nothing in it can be pressed.
 */
export function PreviewFrame({ device, title, children }: Props) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const room = useRef<HTMLDivElement>(null);
  const scale = useScale(room, widths[device]);
  const ready = (frame: HTMLIFrameElement | null) => {
    const page = frame?.contentDocument;
    if (!page || page.body === place?.ownerDocument.body) return;
    setPlace(dressed(page));
  };
  return (
    <div ref={room} className={classes.room} data-device={device}>
      <div
        className={classes.window}
        style={{ width: widths[device] * scale, height: heights[device] * scale }}
      >
        <iframe
          ref={ready}
          title={title}
          className={classes.frame}
          style={{
            width: widths[device],
            height: heights[device],
            transform: `scale(${scale})`,
          }}
        />
      </div>
      {place && createPortal(children, place)}
    </div>
  );
}

/** The document of the frame with the styles of this one, in the scheme of the public pages. */
function dressed(page: Document): HTMLElement {
  const html = page.documentElement;
  html.lang = document.documentElement.lang;
  html.setAttribute('data-mantine-color-scheme', stageScheme());
  for (const sheet of document.querySelectorAll('link[rel=stylesheet], head style')) {
    page.head.append(sheet.cloneNode(true));
  }
  page.body.style.overflowX = 'hidden';
  const place = page.createElement('div');
  place.inert = true;
  page.body.replaceChildren(place);
  return place;
}

function useScale(room: { current: HTMLDivElement | null }, width: number): number {
  const [space, setSpace] = useState(width);
  useLayoutEffect(() => setSpace(room.current?.clientWidth ?? width), [room, width]);
  useEffect(() => {
    if (!room.current) return;
    const watch = new ResizeObserver(([entry]) => entry && setSpace(entry.contentRect.width));
    watch.observe(room.current);
    return () => watch.disconnect();
  }, [room]);
  return Math.min(1, space / width);
}
