import { IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import { hasRole, type SessionUser, useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Flyout } from '#web/ui/flyout.tsx';
import classes from './account-menu.module.css';
import { deskDoors, myDataPlace, mySpacePlace } from './site-navigation.ts';

/** Both forms are in the page; the style sheet shows the one that fits, before scripts run. */
export function AccountMenu() {
  const { t } = useTranslation('shells');
  const user = useSession();
  return (
    <>
      <div className={classes.guest}>
        <Link to="/login" className={classes.login}>
          {t('login')}
        </Link>
        <Link to="/logup" className={classes.logup}>
          {t('logup')}
        </Link>
      </div>
      <div className={classes.member}>
        {user ? <MemberMenu user={user} /> : <span className={classes.avatar} />}
      </div>
    </>
  );
}

const initialsOf = ({ name, surname, user }: SessionUser) =>
  ((name?.[0] ?? '') + (surname?.[0] ?? '') || (user[0] ?? '')).toUpperCase();

function MemberMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation('shells');
  const name = `${initialsOf(user)}, ${t('account.open')}`;
  const doors = deskDoors.filter(({ role }) => hasRole(user, role));
  return (
    <Flyout
      trigger={(props) => (
        // The initials are part of the name: who speaks to the screen says what stands on it.
        <button type="button" className={classes.avatar} aria-label={name} {...props}>
          {user.avatar ? <img src={user.avatar} alt="" /> : initialsOf(user)}
        </button>
      )}
    >
      {(close) => (
        <>
          <p className={classes.who}>
            <strong>{`${user.name} ${user.surname}`.trim() || user.user}</strong>
            <span>{user.user}</span>
          </p>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: links inside act by keyboard too */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after any link is followed */}
          <div className={classes.links} onClick={close}>
            {[mySpacePlace, myDataPlace, ...doors].map(({ to, key, icon: Icon }) => (
              <Link key={to} to={to}>
                <Icon size={20} aria-hidden />
                {t(key)}
              </Link>
            ))}
            <hr />
            <Link to="/logout">
              <IconLogout size={20} aria-hidden />
              {t('logout')}
            </Link>
          </div>
        </>
      )}
    </Flyout>
  );
}
