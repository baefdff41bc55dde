import { IconGift, IconLinkOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Gift } from '#contract/gifts.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { notifyError } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './gift-view.module.css';
import { type AskedGift, accept } from './use-gift.ts';

type Props = AskedGift & {
  token: string;
  /** Somebody is logged in. */
  isSomebody: boolean;
};

/** Who gives what, with which words; and the way to take it: by one press, logged in. */
export function GiftView({ token, isSomebody, gift, error, again }: Props) {
  if (error) return <Dead error={error} again={again} />;
  if (!gift) {
    return (
      <PageBody narrow>
        <PageSkeleton />
      </PageBody>
    );
  }
  return (
    <PageBody narrow>
      <Card gift={gift}>
        <Next token={token} isSomebody={isSomebody} gift={gift} again={again} />
      </Card>
    </PageBody>
  );
}

function Card({ gift, children }: { gift: Gift; children: ReactNode }) {
  const { t } = useTranslation('gifts');
  const { product, session, from, message, name, state, expiresAt } = gift;
  return (
    <article className={classes.card}>
      <PictureView picture={product.picture} alt="" sizes="(min-width: 48rem) 44rem, 100vw" />
      <div className={classes.body}>
        <p className={classes.kicker}>
          <IconGift size={22} stroke={1.6} aria-hidden />
          {state === 'waiting' && from ? t('gift.from', { from, name }) : t('gift.kicker')}
        </p>
        <h1>{product.title}</h1>
        <p className={classes.quiet}>
          {product.channel.title}
          {session && (
            <>
              {' · '}
              <When instant={session.startsAt} />
            </>
          )}
        </p>
        {message && <blockquote className={classes.message}>{message}</blockquote>}
        {state === 'waiting' && (
          <p className={classes.quiet}>
            {t('gift.until')} <When instant={expiresAt} />
          </p>
        )}
        {children}
      </div>
    </article>
  );
}

type NextProps = { token: string; isSomebody: boolean; gift: Gift; again: () => void };

function Next({ token, isSomebody, gift, again }: NextProps) {
  const { t } = useTranslation('gifts');
  if (gift.state !== 'waiting') {
    return (
      <Said text={t(`gift.state.${gift.state}`)}>
        {gift.owned && (
          <ActionLink to={`/player/${gift.product.slug}`}>{t('gift.watch')}</ActionLink>
        )}
      </Said>
    );
  }
  if (gift.session?.cancelledAt) return <Said text={t('gift.cancelled')} />;
  if (gift.owned) {
    return (
      <Said text={t('gift.owned')}>
        <ActionLink to={`/player/${gift.product.slug}`}>{t('gift.watch')}</ActionLink>
      </Said>
    );
  }
  return isSomebody ? (
    <Take token={token} mayAccept={gift.can.accept} again={again} />
  ) : (
    <Stranger token={token} />
  );
}

function Said({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <>
      <p className={classes.said} role="note">
        {text}
      </p>
      <div className={classes.acts}>{children}</div>
    </>
  );
}

function Take({
  token,
  mayAccept,
  again,
}: {
  token: string;
  mayAccept: boolean;
  again: () => void;
}) {
  const { t } = useTranslation('gifts');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      await accept(token);
      await navigate('/mystuff/products');
    } catch (error) {
      notifyError(error);
      again();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.acts}>
      <ActionButton large busy={busy} disabled={!mayAccept} onClick={() => void take()}>
        {t('gift.accept')}
      </ActionButton>
    </div>
  );
}

/** Somebody who is not logged in comes back here. */
function Stranger({ token }: { token: string }) {
  const { t } = useTranslation('gifts');
  const next = encodeURIComponent(`/gift/${token}`);
  return (
    <>
      <p className={classes.quiet}>{t('gift.logIn')}</p>
      <div className={classes.acts}>
        <ActionLink to={`/login?next=${next}`} large>
          {t('gift.toLogin')}
        </ActionLink>
        <ActionLink to={`/logup?next=${next}`} large quiet>
          {t('gift.toLogup')}
        </ActionLink>
      </div>
    </>
  );
}

/** A link that was replaced and one that was never made look the same. */
function Dead({ error, again }: { error: unknown; again: () => void }) {
  const { t } = useTranslation('gifts');
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
