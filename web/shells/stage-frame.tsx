import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useBrand } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Logo } from '#web/ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BellSlot } from './bell-slot.tsx';
import classes from './stage-frame.module.css';

/** The frame of the player: nothing but the way out, so that the picture has the room. */
export function StageFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shells');
  const brand = useBrand();
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Link to="/mystuff/products" className={classes.back} aria-label={t('stage.back')}>
          <IconArrowLeft size={20} aria-hidden />
          <span>{t('stage.back')}</span>
        </Link>
        <Link to="/" className={classes.home}>
          <Logo brand={brand} />
        </Link>
        <div className={classes.tools}>
          <BellSlot />
          <AccountMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  );
}
