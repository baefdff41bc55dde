import { IconHome, IconSearch, IconTicket, IconUserCircle } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import classes from './phone-bar.module.css';

/** The four places a thumb should reach. */
export function PhoneBar() {
  const { t } = useTranslation('shells');
  return (
    <nav className={classes.bar} aria-label={t('nav.main')}>
      <NavLink to="/" end>
        <IconHome size={22} aria-hidden />
        {t('home')}
      </NavLink>
      <NavLink to="/search-results">
        <IconSearch size={22} aria-hidden />
        {t('search.open')}
      </NavLink>
      <NavLink to="/mystuff/products">
        <IconTicket size={22} aria-hidden />
        {t('account.space')}
      </NavLink>
      {/* Both are in the page; the style sheet shows the one that fits, before scripts run. */}
      <NavLink to="/login" className={classes.guest}>
        <IconUserCircle size={22} aria-hidden />
        {t('login')}
      </NavLink>
      <NavLink to="/account/my-data" className={classes.member}>
        <IconUserCircle size={22} aria-hidden />
        {t('account.data')}
      </NavLink>
    </nav>
  );
}
