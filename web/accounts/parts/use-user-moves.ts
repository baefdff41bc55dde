import { type ManagedUser, type UserMove, userMoves, usersContract } from '#contract/accounts.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { nameOf } from './user-name.tsx';

const asked = ['disapprove', 'block', 'delete'] as const;
type Asked = (typeof asked)[number];
const isAsked = (move: UserMove): move is Asked => asked.includes(move as Asked);

/** What can be done with a user now, and the doing of it: stops are asked about first. */
export function useUserMoves(user: ManagedUser) {
  const { t } = useTranslation('accounts');
  const confirm = useConfirm();
  const act = useAct();
  const name = nameOf(user);
  const move = async (what: UserMove) => {
    if (isAsked(what)) {
      const sure = await confirm({
        title: t(`ask.${what}Title`, { name }),
        text: t(`ask.${what}Text`),
        confirmLabel: t(`move.${what}`),
        danger: true,
      });
      if (!sure) return;
    }
    const body = { move: what };
    await act.run(() => api(usersContract.moveUser, { params: { id: user.id }, body }), {
      done: t(`moved.${what}`, { name }),
    });
  };
  return { moves: userMoves.filter((what) => user.can[what]), move, busy: act.busy, isAsked };
}
