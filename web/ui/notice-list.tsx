import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { dismissNotice, type Notice, noticeList } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './notice-list.module.css';

const lifetime = 10_000;
const icons = { success: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX };
const none: readonly Notice[] = [];

/** Notices at the top left. The region is always there: readers only hear changes inside one. */
export function NoticeList() {
  const { t } = useTranslation('ui');
  const notices = useSyncExternalStore(noticeList.subscribe, noticeList.read, () => none);
  const [held, setHeld] = useState(false);
  return (
    <section
      aria-label={t('notices')}
      aria-live="polite"
      className={classes.list}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} held={held} />
      ))}
    </section>
  );
}

function NoticeCard({ notice, held }: { notice: Notice; held: boolean }) {
  const { t } = useTranslation('ui');
  const Icon = icons[notice.variant];
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissNotice(notice.id), lifetime);
    return () => clearTimeout(timer);
  }, [notice.id, held]);
  return (
    <div
      className={classes.notice}
      data-variant={notice.variant}
      role={notice.variant === 'error' ? 'alert' : undefined}
    >
      <Icon size={22} aria-hidden className={classes.icon} />
      <div>
        <strong>{notice.title ?? t(`notice.${notice.variant}`)}</strong>
        <p>{notice.message}</p>
      </div>
      <button type="button" aria-label={t('close')} onClick={() => dismissNotice(notice.id)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
