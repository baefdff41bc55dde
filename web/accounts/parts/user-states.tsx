import type { ManagedUser } from '#contract/accounts.ts';
import { useTranslation } from '#web/platform/words.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import classes from './users.module.css';

const tones = { pending: 'wait', approved: 'good', disapproved: 'bad' } as const satisfies Record<
  ManagedUser['approval'],
  Tone
>;

/** Everything that decides whether a user can come in, the gravest alone. */
export function UserStates({ user }: { user: ManagedUser }) {
  const { t } = useTranslation('accounts');
  if (user.deleted) return <StatusBadge tone="quiet">{t('userState.deleted')}</StatusBadge>;
  return (
    <span className={classes.badges}>
      {user.blocked && <StatusBadge tone="bad">{t('userState.blocked')}</StatusBadge>}
      <StatusBadge tone={tones[user.approval]}>{t(`approval.${user.approval}`)}</StatusBadge>
      {!user.emailConfirmed && <StatusBadge tone="warn">{t('userState.unconfirmed')}</StatusBadge>}
      {user.artistRequestedAt && (
        <StatusBadge tone="accent">{t('userState.artist_requested')}</StatusBadge>
      )}
    </span>
  );
}

/** What a user is beyond a viewer. */
export function UserRoles({ user }: { user: ManagedUser }) {
  const { t } = useTranslation('accounts');
  const more = user.roles.filter((role) => role !== 'USER');
  return <>{(more.length > 0 ? more : user.roles).map((role) => t(`role.${role}`)).join(', ')}</>;
}
