import { IconHome, IconSearch, IconTicket, IconUserCircle } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './phone-bar.module.css';

/** The four places a thumb should reach. */
export function PhoneBar() {
  const { t } = useTranslation('shells');
  const user = useSession();
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
      <NavLink to={user ? '/account/my-data' : '/login'}>
        <IconUserCircle size={22} aria-hidden />
        {user ? t('account.data') : t('login')}
      </NavLink>
    </nav>
  );
}
