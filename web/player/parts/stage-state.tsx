import { Button } from '@mantine/core';
import {
  IconCalendarCancel,
  IconCalendarOff,
  IconClockOff,
  IconConfetti,
  IconDevices,
  IconDeviceTvOff,
  IconDoorOff,
  IconHourglass,
  IconMoodPuzzled,
  IconPlayerPlay,
  IconTicket,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Playback } from '#contract/player.ts';
import { useTranslation } from '#web/platform/words.ts';
import { AddToCalendar } from '#web/sales/shared/add-to-calendar.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import { When } from '#web/ui/when.tsx';
import { StageNotice } from './stage-notice.tsx';
import type { Refusal } from './use-playback.ts';

type Props = { playback: Playback; again: () => void };
type Product = Playback['product'];
type Waiting = Exclude<Playback['state'], 'live' | 'ready'>;

const icons: Record<Waiting, ComponentType<{ size: number; stroke: number }>> = {
  no_ticket: IconTicket,
  no_sessions: IconCalendarOff,
  misconfigured: IconMoodPuzzled,
  not_yet_available: IconHourglass,
  countdown: IconHourglass,
  waiting: IconHourglass,
  finished: IconDeviceTvOff,
  expired: IconClockOff,
  cancelled: IconCalendarCancel,
};

/** What stands on the stage while nothing plays: what it waits for, or why it does not. */
export function StageState({ playback, again }: Props) {
  const { t } = useTranslation('player');
  const { state, startsAt, now, late } = playback;
  if (state === 'live' || state === 'ready') {
    return <StageNotice sign="tuning" title={t('opening')} />;
  }
  if ((state === 'countdown' || state === 'not_yet_available') && startsAt) {
    return (
      <StageNotice
        title={t('state.countdown.title')}
        text={t('state.countdown.text')}
        action={<BeforeShow playback={playback} />}
      >
        <Countdown until={startsAt} serverNow={now} onEnd={again} large />
        <strong>
          <When instant={startsAt} />
        </strong>
      </StageNotice>
    );
  }
  if (state === 'countdown') {
    return (
      <StageNotice
        sign="tuning"
        title={t(late ? 'state.late.title' : 'state.due.title')}
        text={t(late ? 'state.late.text' : 'state.due.text')}
        action={<Share playback={playback} />}
      />
    );
  }
  return (
    <StageNotice
      sign={icons[state]}
      title={t(`state.${state}.title`)}
      text={t(`state.${state}.text`)}
      action={<WayOn playback={playback} />}
    />
  );
}

/** What a state that does not open by itself leads to. */
function WayOn({ playback }: { playback: Playback }): ReactNode {
  const { t } = useTranslation('player');
  const { state, product, can } = playback;
  const page = `/products/${product.slug}`;
  if (state === 'no_ticket') {
    const buy = product.free ? 'buyFree' : 'buy';
    return (
      <Button component={Link} to={page} size="md">
        {t(can.buy ? buy : 'toProduct')}
      </Button>
    );
  }
  // There is no page of a rehearsal to go to.
  if (product.rehearsal) return null;
  if (state === 'expired' || state === 'finished') return <ToMyStuff />;
  if (state === 'cancelled' && !can.buy) return <ToMyStuff />;
  return (
    <Button component={Link} to={page} variant="default">
      {t('toProduct')}
    </Button>
  );
}

/** Whoever waits can have it in the calendar, and tell others. */
function BeforeShow({ playback }: { playback: Playback }) {
  const { session, product } = playback;
  const { slug, title } = product;
  return (
    <>
      {session && <AddToCalendar size="md" slug={slug} title={title} session={session} />}
      <Share playback={playback} />
    </>
  );
}

/** Only what everybody can open: a private show would lead whoever is told to nothing. */
const Share = ({ playback: { product, can } }: { playback: Playback }) =>
  can.share && <ShareButton path={`/products/${product.slug}`} title={product.title} />;

function ToMyStuff() {
  const { t } = useTranslation('player');
  return (
    <Button component={Link} to="/mystuff/products" variant="default">
      {t('toMyStuff')}
    </Button>
  );
}

type RefusedProps = { refused: Refusal; product: Product | null; again: () => void };

/** The ticket is being watched in two places already, or opens nothing any more. */
export function Refused({ refused: { refused, message }, product, again }: RefusedProps) {
  const { t } = useTranslation('player');
  if (refused === 'GONE') {
    const of = product?.rehearsal ? 'gone.rehearsal' : 'gone';
    return (
      <StageNotice
        product={product}
        sign={IconDoorOff}
        title={t(`${of}.title`)}
        text={t(`${of}.text`)}
        action={<ToMyStuff />}
      />
    );
  }
  return (
    <StageNotice
      product={product}
      sign={IconDevices}
      title={t('tooMany.title')}
      text={message}
      action={<Button onClick={again}>{t('tooMany.retry')}</Button>}
    />
  );
}

/** The end of a show that was watched live, with its recording at hand. */
export function JustSeen({ watchAgain }: { watchAgain: () => void }) {
  const { t } = useTranslation('player');
  return (
    <StageNotice
      sign={IconConfetti}
      title={t('justSeen.title')}
      text={t('justSeen.text')}
      action={
        <Button leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={watchAgain}>
          {t('justSeen.again')}
        </Button>
      }
    />
  );
}
