import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconUserCancel } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChatRestriction } from '#contract/chat.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { When } from '#web/ui/when.tsx';
import type { Chat } from '../shared/use-chat.ts';
import classes from './restricted-list.module.css';

/** For moderators: who is silenced in this chat or banned from it, and how to let them back in. */
export function RestrictedList({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chat');
  const [people, setPeople] = useState<ChatRestriction[]>([]);
  const [opened, setOpened] = useState(false);
  const load = async () => {
    const said = await chat.listRestricted();
    if (said.ok) setPeople(said.answer);
    else notify({ variant: 'error', message: said.refused.message || t('offline') });
    return said.ok;
  };
  const toggle = async () => setOpened(!opened && (await load()));
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('restricted.open')}
          aria-expanded={opened}
          title={t('restricted.open')}
          onClick={() => void toggle()}
        >
          <IconUserCancel size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        {people.length === 0 ? (
          <p className={classes.none}>{t('restricted.none')}</p>
        ) : (
          <ul className={classes.list}>
            {people.map((person) => (
              <Person key={person.userId} person={person} chat={chat} changed={load} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type PersonProps = { person: ChatRestriction; chat: Chat; changed: () => Promise<boolean> };

function Person({ person, chat, changed }: PersonProps) {
  const { t } = useTranslation('chat');
  const [busy, setBusy] = useState(false);
  const { userId, kind, until } = person;
  const name = person.name || t('someone');
  const letBackIn = async () => {
    setBusy(true);
    const said = await chat.restrict(userId, 'none');
    if (said.ok) notify({ message: t('unmute.done', { name }) });
    else notify({ variant: 'error', message: said.refused.message || t('offline') });
    await changed();
    setBusy(false);
  };
  return (
    <li className={classes.person}>
      <span className={classes.who}>
        <strong>{name}</strong>
        <span className={classes.how}>
          {t(`restricted.${kind}`)}
          {until && (
            <>
              {' · '}
              <When instant={until} style="time" withZone={false} />
            </>
          )}
        </span>
      </span>
      <Button
        size="compact-xs"
        variant="default"
        loading={busy}
        aria-label={t('restricted.actOn', { name })}
        onClick={() => void letBackIn()}
      >
        {t('restricted.act')}
      </Button>
    </li>
  );
}
