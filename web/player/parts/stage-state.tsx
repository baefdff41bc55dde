import { Button } from '@mantine/core';
import {
  IconCalendarOff,
  IconClockOff,
  IconConfetti,
  IconDevices,
  IconDeviceTvOff,
  IconHourglass,
  IconMoodPuzzled,
  IconPlayerPlay,
  IconTicket,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Playback } from '#contract/player.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './stage-state.module.css';

type Props = { playback: Playback; again: () => void };
type Waiting = Exclude<Playback['state'], 'live' | 'ready'>;

const icons: Record<Waiting, ComponentType<{ size: number; stroke: number }>> = {
  no_ticket: IconTicket,
  no_sessions: IconCalendarOff,
  misconfigured: IconMoodPuzzled,
  not_yet_available: IconHourglass,
  countdown: IconHourglass,
  finished: IconDeviceTvOff,
  expired: IconClockOff,
};

/** What stands on the stage while nothing plays: what it waits for, or why it does not. */
export function StageState({ playback, again }: Props) {
  const { t } = useTranslation('player');
  const { state, startsAt, now, product, can } = playback;
  if (state === 'live' || state === 'ready') return <Notice title={t('opening')} />;
  if (state === 'countdown' && startsAt) {
    return (
      <Notice title={t('state.countdown.title')} text={<When instant={startsAt} />}>
        <Countdown until={startsAt} serverNow={now} onEnd={again} large />
      </Notice>
    );
  }
  const waits = state === 'countdown' ? 'late' : state;
  return (
    <Notice
      icon={icons[state]}
      title={t(`state.${waits}.title`)}
      text={
        <>
          {t(`state.${waits}.text`)}
          {startsAt && state !== 'countdown' && (
            <strong className={classes.when}>
              <When instant={startsAt} />
            </strong>
          )}
        </>
      }
    >
      {state === 'no_ticket' && (
        <Button component={Link} to={`/products/${product.slug}`} size="md">
          {t(can.buy ? 'buy' : 'toProduct')}
        </Button>
      )}
      {(state === 'expired' || state === 'finished') && (
        <Button component={Link} to="/mystuff/products" variant="default">
          {t('toMyStuff')}
        </Button>
      )}
    </Notice>
  );
}

/** The ticket is being watched in two places already. */
export function TooManyViews({ message, again }: { message: string; again: () => void }) {
  const { t } = useTranslation('player');
  return (
    <Notice icon={IconDevices} title={t('tooMany.title')} text={message}>
      <Button onClick={again}>{t('tooMany.retry')}</Button>
    </Notice>
  );
}

/** The end of a show that was watched live, with its recording at hand. */
export function JustSeen({ watchAgain }: { watchAgain: () => void }) {
  const { t } = useTranslation('player');
  return (
    <Notice icon={IconConfetti} title={t('justSeen.title')} text={t('justSeen.text')}>
      <Button leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={watchAgain}>
        {t('justSeen.again')}
      </Button>
    </Notice>
  );
}

type NoticeProps = {
  icon?: ComponentType<{ size: number; stroke: number }>;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
};

function Notice({ icon: Icon, title, text, children }: NoticeProps) {
  return (
    <div className={classes.state} role="status">
      {Icon && (
        <span className={classes.icon} aria-hidden="true">
          <Icon size={44} stroke={1.5} />
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {children}
    </div>
  );
}
