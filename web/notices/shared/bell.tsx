import { Loader } from '@mantine/core';
import { IconBell, IconBellOff, IconChecks } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { BarButton } from '#web/ui/bar-button.tsx';
import { Flyout } from '#web/ui/flyout.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './bell.module.css';
import { renewPush } from './push-device.ts';
import { type InboxItem, useInbox } from './use-inbox.ts';

/** The bell of whoever is logged in: how many notifications are unread, and the list of them. */
export function Bell() {
  const user = useSession();
  return user ? <BellOf key={user.id} user={user.id} /> : null;
}

function BellOf({ user }: { user: string }) {
  const { t } = useTranslation('notices');
  const inbox = useInbox(user);
  const { unread } = inbox;
  useEffect(() => void renewPush(user).catch(() => undefined), [user]);
  const label = unread > 0 ? t('bell.unread', { count: unread }) : t('bell.none');
  return (
    <Flyout
      width={360}
      trigger={(props) => (
        <>
          <BarButton label={label} {...props}>
            <span className={classes.sign} aria-hidden="true">
              <IconBell size={22} stroke={1.75} />
              {unread > 0 && <span className={classes.count}>{unread > 99 ? '99+' : unread}</span>}
            </span>
          </BarButton>
          <span className="said" aria-live="polite">
            {unread > 0 && label}
          </span>
        </>
      )}
    >
      {(close) => <Inbox inbox={inbox} close={close} />}
    </Flyout>
  );
}

type InboxProps = { inbox: ReturnType<typeof useInbox>; close: () => void };

function Inbox({ inbox, close }: InboxProps) {
  const { t } = useTranslation('notices');
  const { items, state, next, load, markRead, unread } = inbox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void load(), []);
  return (
    <section className={classes.inbox} aria-label={t('bell.title')}>
      <div className={classes.head}>
        <h2>{t('bell.title')}</h2>
        {unread > 0 && (
          <button type="button" className={classes.all} onClick={() => void markRead(null)}>
            <IconChecks size={18} aria-hidden />
            {t('bell.readAll')}
          </button>
        )}
      </div>
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item) => (
            <Item key={item.id} item={item} markRead={markRead} close={close} />
          ))}
        </ul>
      )}
      {state === 'loading' && <Loader size="sm" className={classes.wait} />}
      {state === 'failed' && (
        <p className={classes.empty}>
          {t('bell.failed')}{' '}
          <button type="button" onClick={() => void load()}>
            {t('bell.again')}
          </button>
        </p>
      )}
      {state === 'loaded' && items.length === 0 && (
        <p className={classes.empty}>
          <IconBellOff size={28} stroke={1.5} aria-hidden />
          {t('bell.empty')}
        </p>
      )}
      {state === 'loaded' && next && (
        <button type="button" className={classes.more} onClick={() => void load(next)}>
          {t('bell.more')}
        </button>
      )}
    </section>
  );
}

type ItemProps = Pick<InboxProps, 'close'> & {
  item: InboxItem;
  markRead: (ids: string[]) => unknown;
};

/** Only addresses of our own site are followed. */
const ownPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path);

function Item({ item, markRead, close }: ItemProps) {
  const { t } = useTranslation('notices');
  const isNew = item.readOn === null;
  const read = () => {
    if (isNew) void markRead([item.id]);
  };
  const { path } = item.payload;
  const said = (
    <>
      <span className={classes.subject}>
        {isNew && <span className={classes.dot} role="img" aria-label={t('bell.new')} />}
        {item.subject}
      </span>
      <span className={classes.content}>{item.content}</span>
      <span className={classes.time}>
        <When instant={item.timestamp} style="short" />
      </span>
    </>
  );
  return (
    <li data-new={isNew || undefined}>
      {ownPath(path) ? (
        <Link
          to={path}
          onClick={() => {
            read();
            close();
          }}
        >
          {said}
        </Link>
      ) : (
        <button type="button" onClick={read}>
          {said}
        </button>
      )}
    </li>
  );
}
