import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useBrand } from '#web/platform/site-settings.ts';
import { Logo } from '#web/ui/logo.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BarSelectors } from './bar-selectors.tsx';
import { BellSlot } from './bell-slot.tsx';
import { CartSlot } from './cart-slot.tsx';
import { HeaderSearch } from './header-search.tsx';
import { PaletteButton } from './palette-button.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { SiteFooter } from './site-footer.tsx';
import { useHidingBar } from './use-hiding-bar.ts';
import classes from './visitor-frame.module.css';

type Props = {
  children: ReactNode;
  /** For pages whose content comes in the browser: the foot of the site does not move when it does. */
  tall?: boolean;
};

/** The frame of everything that the public sees. */
export function VisitorFrame({ children, tall }: Props) {
  const brand = useBrand();
  const bar = useHidingBar<HTMLElement>();
  return (
    <div className={classes.frame} data-tall={tall || undefined}>
      <header ref={bar} className={classes.header}>
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
          <PaletteButton />
          <CartSlot />
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
