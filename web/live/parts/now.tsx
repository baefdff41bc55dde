import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Broadcast } from '#contract/live.ts';
import { formatLength } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { When } from '#web/ui/when.tsx';
import classes from './now.module.css';

/** One sentence: what is going on, or what is still in the way. */
export function Now({ broadcast }: Props) {
  const { t } = useTranslation('live');
  const { state, refusal, trial, trialCut, rehearsalOf } = broadcast;
  if (trial) {
    return (
      <Alert color={trial === 'running' ? 'green' : 'blue'} icon={<IconInfoCircle aria-hidden />}>
        {t(`trial.${trial}`)} {refusal && refusal !== 'ended' && t(`refusal.${refusal}`)}
      </Alert>
    );
  }
  if (broadcast.room) return <InRoom broadcast={broadcast} />;
  if (refusal && refusal !== 'ended') {
    return (
      <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
        {t(`refusal.${refusal}`)}
      </Alert>
    );
  }
  if (rehearsalOf) return <Rehearsal broadcast={broadcast} startsAt={rehearsalOf} />;
  if (state === 'live') return <OnAir broadcast={broadcast} />;
  if (state === 'ended') return <Ended broadcast={broadcast} />;
  if (trialCut) {
    return (
      <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
        {t('now.trialCut')}
      </Alert>
    );
  }
  return <p className={classes.now}>{t('now.idle')}</p>;
}

/** The same for the team, which sends nothing itself: in the third person, with nothing to be done. */
export function TheirsNow({ broadcast }: Props) {
  const { t } = useTranslation('live');
  const { state, refusal, trial, rehearsalOf } = broadcast;
  if (trial) return <p className={classes.now}>{t(`theirs.trial.${trial}`)}</p>;
  if (refusal && refusal !== 'ended') {
    return <p className={classes.now}>{t(`refusal.${refusal}`)}</p>;
  }
  if (rehearsalOf) return <Rehearsal broadcast={broadcast} startsAt={rehearsalOf} theirs />;
  if (state === 'live') return <OnAir broadcast={broadcast} theirs />;
  if (state === 'ended') return <Ended broadcast={broadcast} />;
  return <p className={classes.now}>{t('theirs.idle')}</p>;
}

/** A rehearsal room: whatever ended, the next coming begins anew. */
function InRoom({ broadcast: { state, refusal, endedAt, health } }: Props) {
  const { t } = useTranslation('live');
  if (refusal) {
    return (
      <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
        {t(refusal === 'no_ffmpeg' ? 'refusal.no_ffmpeg' : 'room.noShow')}
      </Alert>
    );
  }
  if (state === 'live' && health?.receiving === false) {
    return <p className={classes.now}>{t('now.waiting')}</p>;
  }
  if (state !== 'ended') {
    return <p className={classes.now}>{t(state === 'live' ? 'room.live' : 'room.idle')}</p>;
  }
  return (
    <p className={classes.now}>
      {t('room.ended')} {endedAt && <When instant={endedAt} style="short" />}.
    </p>
  );
}

type Props = { broadcast: Broadcast };
/** `theirs`: to somebody who does not send it. */
type Seen = Props & { theirs?: boolean };

/** Before its hour: whoever sees "ended" here would think that the show is over. */
function Rehearsal({ broadcast, startsAt, theirs }: Seen & { startsAt: string }) {
  const { t } = useTranslation('live');
  const over = broadcast.state === 'ended';
  const on = theirs ? 'theirs.rehearsal' : 'now.rehearsal';
  return (
    <p className={classes.now}>
      {t(over ? 'now.rehearsed' : on)} <When instant={startsAt} style="short" />.{' '}
      {over && !theirs && broadcast.refusal === 'ended' && t('now.rehearsedStart')}
    </p>
  );
}

function OnAir({ broadcast: { health, startedAt }, theirs }: Seen) {
  const { t } = useTranslation('live');
  const waits = health?.receiving === false;
  const own = waits ? 'now.waiting' : 'now.live';
  return (
    <p className={classes.now}>
      {theirs ? t(waits ? 'theirs.waiting' : 'theirs.live') : t(own)}{' '}
      {startedAt && (
        <>
          {t('now.since')} <When instant={startedAt} style="short" />
        </>
      )}
    </p>
  );
}

function Ended({ broadcast: { endedAt, recording } }: Props) {
  const { t } = useTranslation('live');
  return (
    <p className={classes.now}>
      {t('now.ended')} {endedAt && <When instant={endedAt} style="short" />}.{' '}
      {recording.ready
        ? t('now.recording', { length: formatLength(recording.seconds) })
        : t('now.noRecording')}
    </p>
  );
}
