import { IconBan, IconCheck, IconLockOpen, IconX } from '@tabler/icons-react';
import {
  type BulkUserMove,
  bulkUserMoves,
  type ManagedUser,
  usersContract,
} from '#contract/accounts.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { BulkAction } from '#web/ui/table-bulk.tsx';

const icons = { approve: IconCheck, disapprove: IconX, block: IconBan, unblock: IconLockOpen };
const asked = ['disapprove', 'block'] as const;
type Asked = (typeof asked)[number];
const isAsked = (move: BulkUserMove): move is Asked => asked.includes(move as Asked);

/** What can be done with many users at once: stops are asked about first. */
export function useBulkMoves(): BulkAction<ManagedUser>[] {
  const { t } = useTranslation('accounts');
  return bulkUserMoves.map((move) => {
    const Icon = icons[move];
    return {
      id: move,
      label: t(`move.${move}`),
      icon: <Icon size={16} aria-hidden />,
      danger: isAsked(move),
      possible: ({ can }) => can[move],
      question: isAsked(move)
        ? (users) => ({
            title: t(`askMany.${move}`, { count: users.length }),
            text: t(`ask.${move}Text`),
            confirmLabel: t(`move.${move}`),
            danger: true,
          })
        : undefined,
      run: async (users) => {
        const body = { move, ids: users.map(({ id }) => id) };
        return (await api(usersContract.moveUsers, { body })).outcomes;
      },
    };
  });
}
