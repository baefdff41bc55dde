import { IconLinkOff, IconMasksTheater } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Invitation } from '#contract/rehearsals.ts';
import { ChannelLogo } from '#web/channels/shared/channel-logo.tsx';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import classes from './invitation-view.module.css';
import { type AskedInvitation, enter } from './use-invitation.ts';

type Props = AskedInvitation & {
  token: string;
  /** Somebody is logged in. */
  isSomebody: boolean;
};

/** What a link invites to, and the way in: by one press, after logging in where that is needed. */
export function InvitationView({ token, isSomebody, invitation, error, again }: Props) {
  if (error) return <Dead error={error} again={again} />;
  if (!invitation) {
    return (
      <PageBody narrow>
        <PageSkeleton />
      </PageBody>
    );
  }
  return (
    <PageBody narrow>
      <Card invitation={invitation}>
        {isSomebody || invitation.standing === 'full' ? (
          <WayIn token={token} invitation={invitation} again={again} />
        ) : (
          <Stranger token={token} />
        )}
      </Card>
    </PageBody>
  );
}

function Card({ invitation, children }: { invitation: Invitation; children: ReactNode }) {
  const { t } = useTranslation('rehearsals');
  const { title, channel, host } = invitation;
  return (
    <article className={classes.card}>
      <p className={classes.kicker}>
        <IconMasksTheater size={22} stroke={1.6} aria-hidden />
        {t('invitation.kicker')}
      </p>
      <h1>{title}</h1>
      <p className={classes.by}>
        <ChannelLogo title={channel.title} logo={channel.logo} />
        <span>
          <strong>{channel.title}</strong>
          {host && <span>{t('invitation.host', { host })}</span>}
        </span>
      </p>
      <p className={classes.text}>{t('invitation.text')}</p>
      {children}
    </article>
  );
}

/** Somebody who is not logged in comes back here. */
function Stranger({ token }: { token: string }) {
  const { t } = useTranslation('rehearsals');
  const next = encodeURIComponent(`/rehearsals/${token}`);
  return (
    <>
      <p className={classes.said}>{t('invitation.logIn')}</p>
      <div className={classes.acts}>
        <ActionLink to={`/login?next=${next}`} large>
          {t('invitation.toLogin')}
        </ActionLink>
        <ActionLink to={`/logup?next=${next}`} large quiet>
          {t('invitation.toLogup')}
        </ActionLink>
      </div>
    </>
  );
}

type WayProps = { token: string; invitation: Invitation; again: () => void };

function WayIn({ token, invitation: { standing, room, can }, again }: WayProps) {
  const { t } = useTranslation('rehearsals');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  if (standing === 'full' || standing === 'removed') {
    return (
      <p className={classes.refused} role="note">
        {t(`invitation.${standing}`)}
      </p>
    );
  }
  const come = async () => {
    setBusy(true);
    try {
      await navigate(`/player/${room ?? (await enter(token))}`);
    } catch (error) {
      notifyError(error);
      again();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {standing === 'guest' && <p className={classes.said}>{t('invitation.guest')}</p>}
      {standing === 'host' && <p className={classes.said}>{t('invitation.own')}</p>}
      <div className={classes.acts}>
        <ActionButton large busy={busy} disabled={!can.enter} onClick={() => void come()}>
          {t('invitation.enter')}
        </ActionButton>
      </div>
    </>
  );
}

/** A link that is dead and one that was never made look the same. */
function Dead({ error, again }: { error: unknown; again: () => void }) {
  const { t } = useTranslation('rehearsals');
  if ((error as { status?: number }).status !== 404) {
    return <ErrorState page error={error} onRetry={again} />;
  }
  return (
    <EmptyState
      page
      fault
      icon={IconLinkOff}
      title={t('dead.title')}
      text={t('dead.text')}
      action={<ActionLink to="/">{t('dead.home')}</ActionLink>}
    />
  );
}
