import { IconArrowBackUp, IconMenu2, IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'react-router';
import type { Role } from '#contract/shared/roles.ts';
import { useBrand, useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { keepLanguage } from '#web/shells/keep-choice.ts';
import { BarButton } from '#web/ui/bar-button.tsx';
import { LanguagePicker } from '#web/ui/language-picker.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { useRootMark } from '#web/ui/use-root-mark.ts';
import { AccountMenu } from './account-menu.tsx';
import { BellSlot } from './bell-slot.tsx';
import classes from './desk-frame.module.css';
import type { NavGroup } from './desk-navigation.ts';
import { DeskPhoneBar } from './desk-phone-bar.tsx';
import { isHere } from './is-here.ts';
import { PaletteButton } from './palette-button.tsx';
import { useHidingBar } from './use-hiding-bar.ts';

type Props = {
  title: string;
  /** The role whose desk it is: nobody else sees it, not even while it comes. */
  whose: Role;
  groups: NavGroup[];
  other?: ReactNode;
  children: ReactNode;
};

/** The desk of organizers and administrators: navigation at the left, a bar with tools above. */
export function DeskFrame({ title, whose, groups, other, children }: Props) {
  const { t } = useTranslation('shells');
  const drawer = useDrawer();
  useRootMark('data-desk');
  useRootMark('data-menu', drawer.open);
  const bar = useHidingBar<HTMLElement>();
  return (
    <div className={classes.frame} data-whose={whose}>
      <nav aria-label={title} className={classes.side} data-open={drawer.open || undefined}>
        <DeskNavigation groups={groups} other={other} />
        <div className={classes.close} ref={drawer.closer}>
          <BarButton label={t('nav.close')} onClick={drawer.close}>
            <IconX size={20} aria-hidden />
          </BarButton>
        </div>
      </nav>
      {drawer.open && <div className={classes.veil} aria-hidden="true" onClick={drawer.close} />}
      <div className={classes.content} inert={drawer.open}>
        <header ref={bar} className={classes.header}>
          <div className={classes.burger}>
            <BarButton label={t('nav.open')} aria-expanded={drawer.open} onClick={drawer.show}>
              <IconMenu2 size={22} aria-hidden />
            </BarButton>
          </div>
          <span className={classes.title}>{title}</span>
          <div className={classes.tools}>
            <div className={classes.roomy}>
              <DeskLanguage />
            </div>
            <PaletteButton />
            <div className={classes.roomy}>
              <SchemeToggle />
            </div>
            <BellSlot />
            <AccountMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
        <DeskPhoneBar groups={groups} open={drawer.open} more={drawer.show} />
      </div>
    </div>
  );
}

function DeskLanguage() {
  const { languages } = useSiteConfig();
  return languages && <LanguagePicker onChosen={keepLanguage} />;
}

const focusIn = (place: RefObject<HTMLElement | null>) =>
  place.current?.querySelector('button')?.focus();

/**
 * On small screens the navigation is a drawer over the page: it has the focus while it is open, and
 * gives it back when it is closed. It goes with the next page, which then takes the focus itself.
 */
function useDrawer() {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  // By the visit, so that the next page is within reach the moment it is drawn.
  const open = openedAt === key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: by Back a visit comes again
  useEffect(() => setOpenedAt(null), [key]);
  const opener = useRef<HTMLElement | null>(null);
  const closer = useRef<HTMLDivElement>(null);
  const close = () => {
    flushSync(() => setOpenedAt(null));
    opener.current?.focus();
  };
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    focusIn(closer);
    const byKey = (event: KeyboardEvent) => event.key === 'Escape' && leave();
    const byRoom = () => leave();
    // Where there is room the navigation stands beside the page, and covers nothing.
    const roomy = window.matchMedia('(min-width: 60em)');
    document.addEventListener('keydown', byKey);
    roomy.addEventListener('change', byRoom);
    return () => {
      document.removeEventListener('keydown', byKey);
      roomy.removeEventListener('change', byRoom);
    };
  }, [open]);
  const show = () => {
    opener.current = document.activeElement as HTMLElement | null;
    setOpenedAt(key);
  };
  return { open, closer, close, show };
}

function DeskNavigation({ groups, other }: Pick<Props, 'groups' | 'other'>) {
  const { t } = useTranslation('shells');
  const { pathname } = useLocation();
  const brand = useBrand();
  return (
    <>
      <Link to="/" className={classes.home}>
        <Logo brand={brand} />
      </Link>
      <div className={classes.nav}>
        {groups.map((group) => (
          <section key={group.key}>
            {group.items.length > 1 && <h2>{t(group.key)}</h2>}
            <ul>
              {group.items.map((place) => (
                <li key={place.to}>
                  <Link to={place.to} aria-current={isHere(place, pathname) ? 'page' : undefined}>
                    <place.icon size={20} stroke={1.75} aria-hidden />
                    {t(place.key)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={classes.below}>
        <div className={classes.narrow}>
          <DeskLanguage />
          <SchemeToggle />
        </div>
        {other}
        <Link to="/">
          <IconArrowBackUp size={20} aria-hidden />
          {t('desk.site')}
        </Link>
      </div>
    </>
  );
}
