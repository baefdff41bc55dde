import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useSession } from '#web/platform/session.ts';
import { rememberPlace } from './recent-places.ts';

/** Who passes through a page for less than this was not there. */
const stayMs = 1500;

/**
 * After each change of page: reads its title out and puts the focus where reading goes on: at its
 * heading, at the section that the address names, or, on the way back, at the link that led away.
 */
export function RouteAnnouncer() {
  const { pathname, hash, key } = useLocation();
  const back = useNavigationType() === 'POP';
  const [title, setTitle] = useState('');
  const lastPath = useRef(pathname);
  const linkThatLed = useLinksFollowed(key);
  useRecentPlaces(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    const place = (back && linkThatLed()) || sectionOf(hash) || headingOf();
    place?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname]);
  return (
    <div className="said" aria-live="polite" aria-atomic="true">
      {title}
    </div>
  );
}

function focusable(element: HTMLElement | null): HTMLElement | null {
  if (element) element.tabIndex = -1;
  return element;
}
const headingOf = () => focusable(document.querySelector('main h1'));
const sectionOf = (hash: string) =>
  hash ? focusable(document.getElementById(decodeURIComponent(hash.slice(1)))) : null;

/** By visit, the link in the page that was followed from there. */
function useLinksFollowed(key: string): () => HTMLElement | null {
  const followed = useRef(new Map<string, string>());
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const href = (target as Element | null)?.closest?.('main a[href]')?.getAttribute('href');
      if (href) followed.current.set(key, href);
    };
    document.addEventListener('click', note, { capture: true });
    return () => document.removeEventListener('click', note, { capture: true });
  }, [key]);
  return () => {
    const href = followed.current.get(key);
    return href ? document.querySelector(`main a[href="${CSS.escape(href)}"]`) : null;
  };
}

function useRecentPlaces(pathname: string): void {
  const of = useSession()?.id ?? null;
  useEffect(() => {
    const stayed = () => {
      const isFault = document.querySelector('main [data-fault]') !== null;
      rememberPlace(of, { pathname, pageTitle: document.title, isFault });
    };
    const timer = setTimeout(stayed, stayMs);
    return () => clearTimeout(timer);
  }, [of, pathname]);
}
