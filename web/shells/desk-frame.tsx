import { IconArrowBackUp, IconMenu2, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { keepLanguage } from '#web/shells/keep-choice.ts';
import { BarButton } from '#web/ui/bar-button.tsx';
import { LanguagePicker } from '#web/ui/language-picker.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BellSlot } from './bell-slot.tsx';
import classes from './desk-frame.module.css';
import type { NavGroup } from './desk-navigation.ts';

type Props = { title: string; groups: NavGroup[]; other?: ReactNode; children: ReactNode };

/** The desk of organizers and administrators: navigation at the left, a bar with tools above. */
export function DeskFrame({ title, groups, other, children }: Props) {
  const { t } = useTranslation('shells');
  const { languages } = useSiteConfig();
  const [open, setOpen] = useDrawer();
  return (
    <div className={classes.frame}>
      <nav aria-label={title} className={classes.side} data-open={open || undefined}>
        <DeskNavigation groups={groups} other={other} />
        <div className={classes.close}>
          <BarButton label={t('nav.close')} onClick={() => setOpen(false)}>
            <IconX size={20} aria-hidden />
          </BarButton>
        </div>
      </nav>
      {open && (
        <div className={classes.veil} aria-hidden="true" onPointerDown={() => setOpen(false)} />
      )}
      <div className={classes.content}>
        <header className={classes.header}>
          <div className={classes.burger}>
            <BarButton label={t('nav.open')} aria-expanded={open} onClick={() => setOpen(true)}>
              <IconMenu2 size={22} aria-hidden />
            </BarButton>
          </div>
          <span className={classes.title}>{title}</span>
          <div className={classes.tools}>
            {languages && <LanguagePicker onChosen={keepLanguage} />}
            <SchemeToggle />
            <BellSlot />
            <AccountMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** On small screens the navigation is a drawer: it goes with the next page or with Escape. */
function useDrawer() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const byKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', byKey);
    return () => document.removeEventListener('keydown', byKey);
  }, [open]);
  return [open, setOpen] as const;
}

function DeskNavigation({ groups, other }: Pick<Props, 'groups' | 'other'>) {
  const { t } = useTranslation('shells');
  const { t: say } = useTranslation('platform');
  return (
    <>
      <Link to="/" className={classes.home}>
        <Logo name={say('brand')} />
      </Link>
      <div className={classes.nav}>
        {groups.map((group) => (
          <section key={group.key}>
            <h2>{t(group.key)}</h2>
            <ul>
              {group.items.map(({ to, key, icon: Icon }) => (
                <li key={to}>
                  <NavLink to={to} end={to.endsWith('/new')}>
                    <Icon size={20} stroke={1.75} aria-hidden />
                    {t(key)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={classes.below}>
        {other}
        <Link to="/">
          <IconArrowBackUp size={20} aria-hidden />
          {t('desk.site')}
        </Link>
      </div>
    </>
  );
}
