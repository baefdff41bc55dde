import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ManagedUser } from '#contract/accounts.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useUserMoves } from './use-user-moves.ts';
import { nameOf } from './user-name.tsx';

/** The menu at the end of a user's row. */
export function UserActions({ user, onOpen }: { user: ManagedUser; onOpen: () => void }) {
  const { t } = useTranslation('accounts');
  const { moves, move, busy, isAsked } = useUserMoves(user);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          loading={busy}
          aria-label={t('users.actionsFor', { name: nameOf(user) })}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onOpen}>{t('users.open')}</Menu.Item>
        {moves.length > 0 && <Menu.Divider />}
        {moves.map((what) => (
          <Menu.Item
            key={what}
            // Mantine's red of a menu is too dark to be read on dark.
            c={isAsked(what) ? 'var(--mantine-color-error)' : undefined}
            onClick={() => void move(what)}
          >
            {t(`move.${what}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
