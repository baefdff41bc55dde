import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { dismissNotice, type Notice, noticeList } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './notice-list.module.css';

const lifetime = 10_000;
const icons = { success: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX };
const none: readonly Notice[] = [];

/**
 * Notices at the left, as near to the top as they cover nothing that is wanted. The region is always there:
 * readers only hear changes inside one.
 */
export function NoticeList() {
  const { t } = useTranslation('ui');
  const notices = useSyncExternalStore(noticeList.subscribe, noticeList.read, () => none);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const list = useRef<HTMLElement>(null);
  /** Where the focus was before it came here. */
  const before = useRef<HTMLElement | null>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: others, and another page, need another place
  useLayoutEffect(() => {
    if (notices.length > 0 && list.current) void place(list.current);
  }, [notices, pathname]);
  // A button that goes takes no focus with it: the next notice has it, or the page again.
  const dismiss = (id: number) => {
    const inside = list.current?.contains(document.activeElement) ?? false;
    flushSync(() => dismissNotice(id));
    if (!inside) return;
    const next = list.current?.querySelector('button') ?? before.current;
    next?.focus({ preventScroll: true });
    if (notices.length <= 1) setFocused(false);
  };
  return (
    <section
      ref={list}
      aria-label={t('notices')}
      aria-live="polite"
      className={classes.list}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setFocused(true);
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement;
      }}
      onBlur={({ relatedTarget, currentTarget }) =>
        setFocused(currentTarget.contains(relatedTarget))
      }
    >
      {notices.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          held={pointed || focused}
          dismiss={() => dismiss(notice.id)}
        />
      ))}
    </section>
  );
}

/** What places them comes with the first; where it does not come, style sheets have a place for them. */
const place = (list: HTMLElement): Promise<void> =>
  import('./notice-place.ts').then(
    (code) => code.placeNotices(list),
    () => undefined,
  );

type CardProps = { notice: Notice; held: boolean; dismiss: () => void };

function NoticeCard({ notice, held, dismiss }: CardProps) {
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
      <button type="button" aria-label={t('close')} onClick={dismiss}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
