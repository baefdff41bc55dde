import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconDots,
  IconMicrophoneOff,
  IconTrash,
  IconVolume,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { ChatAnswer, ChatMessage } from '#contract/chat.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import type { Chat } from '../shared/use-chat.ts';
import classes from './message-tools.module.css';

type Props = { message: ChatMessage; chat: Chat; own: boolean };
const muteMinutes = 10;

/** What a moderator can do with a message and its author. */
export function MessageTools({ message, chat, own }: Props) {
  const { t } = useTranslation('chat');
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const { author } = message;
  const run = async (deed: Promise<ChatAnswer<unknown>>, done?: string) => {
    setBusy(true);
    const said = await deed;
    setBusy(false);
    // Another moderator was faster: what was wanted is done.
    if (!said.ok && said.refused.code === 'CHAT_STATE') return;
    if (!said.ok) notify({ variant: 'error', message: said.refused.message || t('offline') });
    else if (done) notify({ message: done });
  };
  const ban = async () => {
    const sure = await confirm({
      title: t('ban.title', { name: author.name }),
      text: t('ban.text'),
      confirmLabel: t('ban.confirm'),
      danger: true,
    });
    if (sure) await run(chat.restrict(author.id, 'banned'), t('ban.done', { name: author.name }));
  };
  return (
    <div className={classes.tools}>
      {message.state === 'pending' && (
        <Button
          size="compact-xs"
          leftSection={<IconCheck size={14} aria-hidden />}
          loading={busy}
          onClick={() => void run(chat.decide(message.id, 'approve'))}
        >
          {t('approve')}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            className={classes.dots}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('tools', { name: author.name })}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void run(chat.decide(message.id, 'delete'))}
          >
            {t('delete')}
          </Menu.Item>
          {!own && !author.moderator && (
            <>
              <Menu.Item
                leftSection={<IconMicrophoneOff size={16} aria-hidden />}
                onClick={() =>
                  void run(
                    chat.restrict(author.id, 'muted', muteMinutes),
                    t('mute.done', { name: author.name, minutes: muteMinutes }),
                  )
                }
              >
                {t('mute.act', { minutes: muteMinutes })}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconVolume size={16} aria-hidden />}
                onClick={() =>
                  void run(
                    chat.restrict(author.id, 'none'),
                    t('unmute.done', { name: author.name }),
                  )
                }
              >
                {t('unmute.act')}
              </Menu.Item>
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconBan size={16} aria-hidden />}
                onClick={() => void ban()}
              >
                {t('ban.act')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
