import { Link, useLocation } from 'react-router';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { NavPlace } from './desk-navigation.ts';
import { isHere } from './is-here.ts';
import classes from './phone-bar.module.css';
import {
  guestPlaces,
  homePlace,
  myDataPlace,
  mySpacePlace,
  searchPlace,
} from './site-navigation.ts';

/** The four places a thumb should reach. */
export function PhoneBar() {
  const { t } = useTranslation('shells');
  const inCurrency = useInCurrency();
  return (
    <nav className={classes.bar} aria-label={t('nav.main')}>
      <PhonePlace place={homePlace} />
      <PhonePlace place={{ ...searchPlace, to: inCurrency(searchPlace.to) }} />
      <PhonePlace place={mySpacePlace} />
      {/* Both are in the page; the style sheet shows the one that fits, before scripts run. */}
      <PhonePlace place={guestPlaces[0]} className={classes.guest} />
      <PhonePlace place={myDataPlace} className={classes.member} />
    </nav>
  );
}

export function PhonePlace({ place, className }: { place: NavPlace; className?: string }) {
  const { t } = useTranslation('shells');
  const { to, key, short, icon: Icon } = place;
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      aria-current={isHere(place, pathname) ? 'page' : undefined}
      className={className}
      // The whole name, where the short one is the beginning of it: what is seen can be spoken.
      aria-label={short && t(key).startsWith(t(short)) ? t(key) : undefined}
    >
      <Icon size={22} aria-hidden />
      <span>{t(short ?? key)}</span>
    </Link>
  );
}
