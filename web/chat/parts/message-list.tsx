import { IconArrowDown } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatAccess, ChatMessage } from '#contract/chat.ts';
import { sessionUser } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import { When } from '#web/ui/when.tsx';
import type { Chat } from '../shared/use-chat.ts';
import { LinkedText } from './linked-text.tsx';
import classes from './message-list.module.css';
import { MessageTools } from './message-tools.tsx';

type Props = { chat: Chat; access: ChatAccess };

/** What was said, the newest below. Follows the talk while one is at its end, and waits otherwise. */
export function MessageList({ chat, access }: Props) {
  const { t } = useTranslation('chat');
  const { messages } = chat;
  const list = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);
  const pending = messages.filter(({ state }) => state === 'pending').length;
  const toEnd = useCallback(() => list.current?.scrollTo({ top: list.current.scrollHeight }), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every message
  useLayoutEffect(() => {
    if (following) toEnd();
  }, [messages, following, toEnd]);
  useEffect(() => {
    if (!list.current) return;
    const watch = new ResizeObserver(() => following && toEnd());
    watch.observe(list.current);
    return () => watch.disconnect();
  }, [following, toEnd]);

  return (
    <div className={classes.place}>
      <div
        ref={list}
        className={classes.list}
        role="log"
        aria-label={t('messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who uses the keyboard must be able to scroll
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setFollowing(scrollHeight - scrollTop - clientHeight < 48)
        }
      >
        {messages.length === 0 && (
          <p className={classes.empty}>{t(access.write ? 'empty' : 'empty.read')}</p>
        )}
        {messages.map((message) => (
          <Message key={message.id} message={message} moderate={access.moderate} chat={chat} />
        ))}
      </div>
      {access.moderate && pending > 0 && (
        <p className={classes.queue} role="status">
          {t('queue', { count: pending })}
        </p>
      )}
      {!following && (
        <button type="button" className={classes.down} onClick={() => setFollowing(true)}>
          <IconArrowDown size={16} aria-hidden />
          {t('newest')}
        </button>
      )}
    </div>
  );
}

type MessageProps = { message: ChatMessage; moderate: boolean; chat: Chat };

const Message = memo(
  function Message({ message, moderate, chat }: MessageProps) {
    const { t } = useTranslation('chat');
    const { author, body, state, sentAt } = message;
    const mine = author.id === sessionUser()?.id;
    return (
      <article
        className={classes.message}
        data-pending={state === 'pending' || undefined}
        data-mine={mine || undefined}
      >
        <div className={classes.line}>
          <strong className={classes.author} data-tone={toneOf(author.id)}>
            {author.name || t('someone')}
          </strong>
          {author.moderator && <span className={classes.badge}>{t('moderator')}</span>}
          <span className={classes.time}>
            <When instant={sentAt} style="time" withZone={false} />
          </span>
        </div>
        <p className={classes.body}>
          <LinkedText text={body} />
        </p>
        {state === 'pending' && !moderate && <p className={classes.mark}>{t('pending')}</p>}
        {moderate && <MessageTools message={message} chat={chat} own={mine} />}
      </article>
    );
  },
  (one, other) => one.message === other.message && one.moderate === other.moderate,
);

/** One of six colours for each person, the same on every screen. */
const toneOf = (id: string): number => Number.parseInt(id.slice(-4), 16) % 6;
