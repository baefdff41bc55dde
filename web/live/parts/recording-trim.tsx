import { Button, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconScissors } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type Recording, recordingsContract, shortestRecording } from '#contract/recordings.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { clockText } from './clock-text.ts';
import { usePlaylist } from './play-recording.ts';
import classes from './recording.module.css';
import { type Ends, readEnds } from './trim-ends.ts';

type Props = { slug: string; recording: Recording; show: (recording: Recording) => void };

/** Folded away: a recording that nobody trims is not fetched to be looked at. */
export function RecordingTrim(props: Props) {
  const { t } = useTranslation('live');
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.trim} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t(props.recording.goesAt ? 'room.watch' : 'trim.title')}</summary>
      {open && <Trimmer {...props} />}
    </details>
  );
}

const endsOf = ({ startSeconds, endSeconds }: Recording['shown'], language: string): Ends => ({
  start: clockText(startSeconds, language),
  end: clockText(endSeconds, language),
});

/** The preview keeps its address: another one of the same recording would begin from its start. */
function useFirst<T>(value: T): T {
  const [first] = useState(value);
  return first;
}

function Trimmer({ slug, recording, show }: Props) {
  const { t, language } = useTranslation('live');
  const act = useAct();
  const video = useRef<HTMLVideoElement>(null);
  usePlaylist(video, useFirst(recording.preview?.url ?? null));
  const { shown, can } = recording;
  const [ends, setEnds] = useState(endsOf(shown, language));
  const { startSeconds, endSeconds, trimmed } = shown;
  // What was asked for is not what is shown: a recording is cut between its segments.
  useEffect(() => {
    setEnds(endsOf({ startSeconds, endSeconds, trimmed }, language));
  }, [startSeconds, endSeconds, trimmed, language]);
  const read = readEnds(ends);
  const run = async (deed: Promise<Recording>, done: string) => {
    const answer = await act.run(() => deed, { done, stay: true });
    if (answer) {
      show(answer);
      setEnds(endsOf(answer.shown, language));
    }
  };
  const params = { slug, id: recording.id };
  const trim = () => {
    if (read.faults) return;
    void run(api(recordingsContract.trimRecording, { params, body: read }), t('trim.done'));
  };
  const faultOf = (which: keyof Ends) => {
    const fault = read.faults?.[which];
    return fault && t(`trim.${fault}`, { shortest: shortestRecording });
  };
  const field = (which: keyof Ends) => ({
    label: t(`trim.${which}`),
    text: ends[which],
    fault: faultOf(which),
    set: (text: string) => setEnds({ ...ends, [which]: text }),
    here: () => setEnds({ ...ends, [which]: clockText(video.current?.currentTime ?? 0, language) }),
  });
  return (
    <div className={classes.trimmer}>
      {/* biome-ignore lint/a11y/useMediaCaption: one's own picture, to find where it is cut. */}
      <video
        ref={video}
        className={classes.video}
        controls
        playsInline
        aria-label={t('trim.video')}
      />
      <div className={classes.ends}>
        <End {...field('start')} />
        <End {...field('end')} />
      </div>
      <div className={classes.row}>
        <Button
          leftSection={<IconScissors size={18} aria-hidden />}
          loading={act.busy}
          disabled={read.faults !== undefined}
          onClick={trim}
        >
          {t('trim.act')}
        </Button>
        {can.restore && (
          <Button
            variant="light"
            color="gray"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            loading={act.busy}
            onClick={() =>
              void run(api(recordingsContract.restoreRecording, { params }), t('trim.restored'))
            }
          >
            {t('trim.restore')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{t('trim.hint', { shortest: shortestRecording })}</p>
    </div>
  );
}

type EndProps = {
  label: string;
  text: string;
  fault: string | undefined;
  set: (text: string) => void;
  here: () => void;
};

function End({ label, text, fault, set, here }: EndProps) {
  const { t } = useTranslation('live');
  return (
    <div className={classes.end}>
      <TextInput
        label={label}
        value={text}
        error={fault}
        onChange={(event) => set(event.currentTarget.value)}
        autoComplete="off"
        placeholder="0:00"
      />
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={here}
        aria-label={`${label}: ${t('trim.here')}`}
      >
        {t('trim.here')}
      </Button>
    </div>
  );
}
