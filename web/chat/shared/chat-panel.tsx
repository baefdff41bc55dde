import { Button } from '@mantine/core';
import { IconMessageCircleOff, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Composer } from '../parts/composer.tsx';
import { MessageList } from '../parts/message-list.tsx';
import { RestrictedList } from '../parts/restricted-list.tsx';
import classes from './chat-panel.module.css';
import type { Chat } from './use-chat.ts';

type Props = {
  chat: Chat;
  /** Beside the heading, such as a button that closes the sheet. */
  tools?: ReactNode;
};

/** The chat of a show: who is there, what was said, and a field to say something. */
export function ChatPanel({ chat, tools }: Props) {
  const { t, language } = useTranslation('chat');
  const { state, readers } = chat;
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <header className={classes.head}>
        <h2>{t('title')}</h2>
        {state.kind === 'in' && (
          <span className={classes.readers} title={t('readers', { count: readers })}>
            <IconUsers size={16} aria-hidden />
            <span aria-hidden="true">{formatNumber(readers, language)}</span>
            <span className="said">{t('readers', { count: readers })}</span>
          </span>
        )}
        {state.kind === 'in' && state.access.moderate && <RestrictedList chat={chat} />}
        {tools}
      </header>
      <Conversation chat={chat} />
    </section>
  );
}

function Conversation({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chat');
  const { state } = chat;
  if (state.kind === 'joining') return <p className={classes.note}>{t('joining')}</p>;
  if (state.kind === 'out') {
    return (
      <div className={classes.note} role="status">
        <IconMessageCircleOff size={32} stroke={1.5} aria-hidden />
        <p>{state.message || t('closed')}</p>
        <Button size="compact-sm" variant="default" onClick={() => void chat.join()}>
          {t('again')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <MessageList chat={chat} access={state.access} />
      {state.access.moderated && (
        <p className={classes.rule}>{t(state.access.moderate ? 'moderatedByYou' : 'moderated')}</p>
      )}
      {state.access.write ? (
        <Composer say={chat.say} />
      ) : (
        <p className={classes.rule} role="status">
          {t(`silence.${state.access.silence ?? 'closed'}`)}
        </p>
      )}
    </>
  );
}
