import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type Broadcast, liveContract } from '#contract/live.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { EncoderKeys } from '../parts/encoder-keys.tsx';
import { EncoderSteps } from '../parts/encoder-steps.tsx';
import { Health } from '../parts/health.tsx';
import { Now, TheirsNow } from '../parts/now.tsx';
import { Outputs } from '../parts/outputs.tsx';
import { Preflight } from '../parts/preflight.tsx';
import { Preview } from '../parts/preview.tsx';
import { RecordingPart } from '../parts/recording.tsx';
import { useBroadcast } from '../parts/use-broadcast.ts';
import classes from './broadcast-panel.module.css';

const tones = {
  idle: 'wait',
  live: 'live',
  ended: 'quiet',
  trial: 'accent',
  rehearsal: 'accent',
  rehearsed: 'wait',
} as const satisfies Record<string, Tone>;

/** What the organizer calls it: before its hour a transmission is a test or a rehearsal. */
function standingOf({ state, trial, rehearsalOf, room }: Broadcast): keyof typeof tones {
  if (trial === 'running') return 'trial';
  if (room && state === 'live') return 'rehearsal';
  if (!rehearsalOf) return state;
  return state === 'live' ? 'rehearsal' : 'rehearsed';
}

type Props = {
  slug: string;
  /** Told whether something comes from the encoder, for the page that the panel stands on. */
  onAir?: (onAir: boolean) => void;
  /** The team looks on at what an organizer sends: in the third person, and what is for the encoder folded. */
  theirs?: boolean;
};

/** The transmission of a product for its organizer: where to send, how it is doing, start and end. */
export function BroadcastPanel({ slug, onAir, theirs = false }: Props) {
  const { t } = useTranslation('live');
  const { broadcast, error, show, again } = useBroadcast(slug);
  const live = broadcast?.state === 'live' || broadcast?.trial === 'running';
  useEffect(() => onAir?.(live), [onAir, live]);
  const place = useOwnAddress(broadcast !== null);
  if (!broadcast) {
    return (
      <Panel title={t('title')}>
        {error ? <ErrorState error={error} onRetry={again} /> : <Skeleton height={220} />}
      </Panel>
    );
  }
  const standing = standingOf(broadcast);
  return (
    <div id="broadcast" ref={place} className={classes.place}>
      <Panel
        title={t('title')}
        actions={<StatusBadge tone={tones[standing]}>{t(`state.${standing}`)}</StatusBadge>}
      >
        <div className={classes.panel}>
          {theirs ? <TheirsNow broadcast={broadcast} /> : <Now broadcast={broadcast} />}
          <Acts slug={slug} broadcast={broadcast} show={show} theirs={theirs} />
          {broadcast.id && <RecordingPart slug={slug} broadcast={broadcast} />}
          <Folded if={theirs}>
            <Picture broadcast={broadcast} />
            <Outputs slug={slug} broadcast={broadcast} show={show} />
            <EncoderKeys slug={slug} broadcast={broadcast} show={show} />
            <EncoderSteps broadcast={broadcast} name={slug} />
          </Folded>
        </div>
      </Panel>
    </div>
  );
}

/** What is folded is not there: a picture that nobody looks at fetches nothing. */
function Folded({ if: folded, children }: { if: boolean; children: ReactNode }) {
  const { t } = useTranslation('live');
  const [open, setOpen] = useState(false);
  if (!folded) return children;
  return (
    <details className={classes.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('theirs.encoder')}</summary>
      {open && <div className={classes.panel}>{children}</div>}
    </details>
  );
}

/** `…#broadcast` leads here, once the panel is there. */
function useOwnAddress(isThere: boolean) {
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isThere && hash === '#broadcast') place.current?.scrollIntoView({ block: 'start' });
  }, [isThere, hash]);
  return place;
}

/** The picture as it arrives, and beside it what to mend before the show, or its health. */
function Picture({ broadcast }: { broadcast: Broadcast }) {
  const { health, preview, state, rehearsalOf, trial, room } = broadcast;
  const onAir = state === 'live' && !rehearsalOf && trial === null;
  if (state === 'ended' && trial === null && !room) return null;
  return (
    <div className={classes.picture}>
      <Preview url={preview?.url ?? null} />
      {onAir && health ? (
        <Health broadcast={broadcast} health={health} />
      ) : (
        <Preflight broadcast={broadcast} />
      )}
    </div>
  );
}

type ActsProps = {
  slug: string;
  broadcast: Broadcast;
  show: (broadcast: Broadcast) => void;
  theirs: boolean;
};

function Acts({ slug, broadcast, show, theirs }: ActsProps) {
  const { t } = useTranslation('live');
  const act = useAct();
  const confirm = useConfirm();
  const { can, viewers, state, recording, rehearsalOf, room } = broadcast;
  const waits = state === 'idle';
  const rehearses = !waits && (rehearsalOf !== null || room);
  const run = async (deed: Promise<Broadcast>, done: string) => {
    const answer = await act.run(() => deed, { done, stay: true });
    if (answer) show(answer);
  };
  const start = async () => {
    const sure = await confirm({
      title: t('start.title'),
      text: t(recording.ready ? 'start.textRecorded' : 'start.text'),
      confirmLabel: t('start.confirm'),
    });
    if (!sure) return;
    await run(api(liveContract.startBroadcast, { params: { slug } }), t('start.done'));
  };
  const stop = async () => {
    const sure =
      waits ||
      (await confirm({
        title: t(rehearses ? 'stop.rehearsalTitle' : 'stop.title'),
        text: room
          ? t('room.stopText')
          : rehearses
            ? t('stop.rehearsalText')
            : t('stop.text', { count: viewers }),
        confirmLabel: t('stop.confirm'),
        danger: true,
      }));
    if (!sure) return;
    const ended = rehearses ? 'stop.rehearsalDone' : 'stop.done';
    const done = t(waits ? 'callOff.done' : ended);
    await run(api(liveContract.stopBroadcast, { params: { slug } }), done);
  };
  return (
    <div className={classes.acts}>
      {can.start && (
        <Button
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          loading={act.busy}
          onClick={() => void start()}
        >
          {t('start.act')}
        </Button>
      )}
      {can.stop && (
        <Button
          color={waits ? 'gray' : 'red'}
          variant="light"
          leftSection={<IconPlayerStop size={18} aria-hidden />}
          loading={act.busy}
          onClick={() => void stop()}
        >
          {t(waits ? 'callOff.act' : rehearses ? 'stop.rehearsal' : 'stop.act')}
        </Button>
      )}
      <Anchor component={Link} to={`/player/${slug}`}>
        {t('watch')}
      </Anchor>
      {!theirs && !room && state !== 'live' && (
        <Anchor component={Link} to="/account/rehearsals">
          {t('room.rehearse')}
        </Anchor>
      )}
    </div>
  );
}
