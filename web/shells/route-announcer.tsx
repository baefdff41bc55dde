import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import classes from './document-frame.module.css';

/** After each change of page: reads its title out and puts the focus on its heading. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    setTitle(document.title);
  }, [pathname]);
  return (
    <div className={classes.said} aria-live="polite" aria-atomic="true">
      {title}
    </div>
  );
}
