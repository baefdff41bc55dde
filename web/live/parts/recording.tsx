import { NativeSelect, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import type { Broadcast } from '#contract/live.ts';
import type { Recording } from '#contract/recordings.ts';
import { formatDate } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { When } from '#web/ui/when.tsx';
import { clockText } from './clock-text.ts';
import classes from './recording.module.css';
import { RecordingDownload } from './recording-download.tsx';
import { RecordingTrim } from './recording-trim.tsx';
import { useRecording } from './use-recording.ts';

type Props = { slug: string; broadcast: Broadcast };

/** What was kept of a transmission: how long it is, what is missing, its file, and what of it is shown. */
export function RecordingPart({ slug, broadcast }: Props) {
  const { t } = useTranslation('live');
  const title = useId();
  const { id: broadcastId, state, recording: told } = broadcast;
  const since = `${broadcastId} ${state} ${told.ready} ${told.seconds}`;
  const { listed, id, choose, recording, show, error, again } = useRecording(slug, since);
  if (error && !recording) return <ErrorState error={error} onRetry={again} />;
  if (!id) return null;
  return (
    <section aria-labelledby={title} className={classes.recording}>
      <h3 id={title} className={classes.title}>
        {t('recording.title')}
      </h3>
      {listed.length > 1 && <Choice listed={listed} id={id} choose={choose} />}
      {recording ? (
        <Kept key={recording.id} slug={slug} recording={recording} show={show} />
      ) : (
        <Skeleton height={120} />
      )}
    </section>
  );
}

type ChoiceProps = {
  listed: { id: string; startedAt: string | null }[];
  id: string;
  choose: (id: string) => void;
};

function Choice({ listed, id, choose }: ChoiceProps) {
  const { t, language } = useTranslation('live');
  const zone = useViewerZone();
  return (
    <NativeSelect
      label={t('recording.which')}
      value={id}
      onChange={(event) => choose(event.currentTarget.value)}
      data={listed.map((one) => ({
        value: one.id,
        label: one.startedAt
          ? formatDate(one.startedAt, { language, zone, style: 'full' })
          : one.id,
      }))}
      className={classes.choice}
    />
  );
}

type KeptProps = { slug: string; recording: Recording; show: (recording: Recording) => void };

function Kept({ slug, recording, show }: KeptProps) {
  const { t, language } = useTranslation('live');
  const { state, shown, wholeSeconds, lost, can, goesAt } = recording;
  if (state !== 'ready') return <p className={classes.line}>{t('recording.making')}</p>;
  const from = clockText(shown.startSeconds, language);
  const to = clockText(shown.endSeconds, language);
  return (
    <>
      <Facts
        items={[
          {
            label: t('recording.length'),
            value: clockText(shown.endSeconds - shown.startSeconds, language),
          },
          shown.trimmed && {
            label: t(goesAt ? 'room.kept' : 'recording.shown'),
            value: t('recording.shownOf', { from, to, whole: clockText(wholeSeconds, language) }),
          },
          {
            label: t('recording.state'),
            value: t(lost.length > 0 ? 'recording.incomplete' : 'recording.complete'),
          },
          goesAt !== null && {
            label: t('room.goes'),
            value: <When instant={goesAt} style="short" />,
          },
        ]}
      />
      {lost.length > 0 && <Lost lost={lost} />}
      {can.download && <RecordingDownload slug={slug} recording={recording} show={show} />}
      {can.trim && <RecordingTrim slug={slug} recording={recording} show={show} />}
    </>
  );
}

const mostNamed = 10;

function Lost({ lost }: Pick<Recording, 'lost'>) {
  const { t, language } = useTranslation('live');
  const more = lost.length - mostNamed;
  return (
    <ul className={classes.lost}>
      {lost.slice(0, mostNamed).map(({ atSeconds, seconds }) => (
        <li key={atSeconds}>
          <IconAlertTriangle size={18} aria-hidden />
          {t('recording.lost', {
            at: clockText(atSeconds, language),
            length: clockText(seconds, language),
          })}
        </li>
      ))}
      {more > 0 && <li>{t('recording.lostMore', { more })}</li>}
    </ul>
  );
}
