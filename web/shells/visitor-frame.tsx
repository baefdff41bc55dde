import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useBrand } from '#web/platform/site-settings.ts';
import { Logo } from '#web/ui/logo.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BarSelectors } from './bar-selectors.tsx';
import { BellSlot } from './bell-slot.tsx';
import { HeaderSearch } from './header-search.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { SiteFooter } from './site-footer.tsx';
import classes from './visitor-frame.module.css';

/** The frame of everything that the public sees. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  const brand = useBrand();
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Link to="/" className={classes.home}>
          <Logo brand={brand} />
        </Link>
        <div className={classes.search}>
          <HeaderSearch />
        </div>
        <div className={classes.tools}>
          <div className={classes.selectors}>
            <BarSelectors />
            <SchemeToggle />
          </div>
          <BellSlot />
          <AccountMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter />
      <PhoneBar />
    </div>
  );
}
