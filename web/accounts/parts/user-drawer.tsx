import { Button, Drawer } from '@mantine/core';
import type { ManagedUser } from '#contract/accounts.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryName } from '#web/ui/countries.ts';
import { Facts } from '#web/ui/facts.tsx';
import { When } from '#web/ui/when.tsx';
import { useUserMoves } from './use-user-moves.ts';
import { nameOf } from './user-name.tsx';
import { UserRoles, UserStates } from './user-states.tsx';
import classes from './users.module.css';

type Props = { user: ManagedUser | null; onClose: () => void };

/** Everything that is known of one user. */
export function UserDrawer({ user, onClose }: Props) {
  const { t } = useTranslation('ui');
  return (
    <Drawer
      opened={user !== null}
      onClose={onClose}
      position="right"
      size="md"
      title={user ? nameOf(user) : ''}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {user && (
        <div className={classes.drawer}>
          <Moves user={user} />
          <Person user={user} />
          <Billing user={user} />
        </div>
      )}
    </Drawer>
  );
}

function Moves({ user }: { user: ManagedUser }) {
  const { t } = useTranslation('accounts');
  const { moves, move, busy, isAsked } = useUserMoves(user);
  if (moves.length === 0) return null;
  return (
    <div className={classes.moves}>
      {moves.map((what) => (
        <Button
          key={what}
          size="xs"
          variant={isAsked(what) ? 'light' : 'filled'}
          color={isAsked(what) ? 'red' : undefined}
          disabled={busy}
          onClick={() => void move(what)}
        >
          {t(`move.${what}`)}
        </Button>
      ))}
    </div>
  );
}

function Person({ user }: { user: ManagedUser }) {
  const { t, language } = useTranslation('accounts');
  const { t: say } = useTranslation('platform');
  const yesOrNo = (yes: boolean) => (yes ? t('users.yes') : t('users.no'));
  return (
    <>
      <Facts
        items={[
          { label: t('email'), value: user.email },
          { label: t('users.state'), value: <UserStates user={user} /> },
          { label: t('users.roles'), value: <UserRoles user={user} /> },
          { label: t('users.signedUpAs'), value: t(`as.${user.signedUpAs}`) },
          { label: t('users.created'), value: <When instant={user.createdAt} /> },
          {
            label: t('users.lastSeen'),
            value: user.lastSeenAt ? <When instant={user.lastSeenAt} /> : t('users.never'),
          },
          { label: t('users.country'), value: countryName(user.country, language) },
          { label: t('language'), value: say(`language.${user.language}`) },
          { label: t('timezone'), value: user.timezone },
          { label: t('users.company'), value: user.company },
          { label: t('users.job'), value: user.job },
          { label: t('users.newsletter'), value: yesOrNo(user.newsletter) },
          { label: t('users.publicProfile'), value: yesOrNo(user.publicProfile) },
          { label: t('users.recommendedBy'), value: user.recommendedBy },
        ]}
      />
      {user.description && (
        <section>
          <h3>{t('users.description')}</h3>
          <p className={classes.about}>{user.description}</p>
        </section>
      )}
    </>
  );
}

function Billing({ user }: { user: ManagedUser }) {
  const { t, language } = useTranslation('accounts');
  const { billing } = user;
  if (Object.values(billing).every((value) => value === '')) return null;
  return (
    <section>
      <h3>{t('users.billing')}</h3>
      <Facts
        items={[
          { label: t('data.billingCompany'), value: billing.company },
          { label: t('data.billingNif'), value: billing.nif },
          { label: t('data.billingAddress'), value: billing.address },
          { label: t('data.billingPostalCode'), value: billing.postalCode },
          { label: t('data.billingCity'), value: billing.city },
          { label: t('data.billingCountry'), value: countryName(billing.country, language) },
          { label: t('data.billingPhone'), value: `${billing.prefix} ${billing.phone}`.trim() },
        ]}
      />
    </section>
  );
}
