import { Button, NativeSelect, Progress } from '@mantine/core';
import { IconDownload, IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import { type Recording, recordingsContract } from '#contract/recordings.ts';
import { api } from '#web/platform/api.ts';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import classes from './recording.module.css';

type Props = { slug: string; recording: Recording; show: (recording: Recording) => void };

const megabyte = 1_000_000;

/** Sizes as disks and browsers count them. */
function sizeText(bytes: number, language: string): string {
  const megabytes = Math.max(1, Math.round(bytes / megabyte));
  if (megabytes < 1000) return `${formatNumber(megabytes, language)} MB`;
  return `${formatNumber(Math.round(megabytes / 100) / 10, language)} GB`;
}

/**
 * What is shown of a recording as one file: made when it is asked for, then saved by the browser
 * itself, which goes on by itself where a line breaks.
 */
export function RecordingDownload({ slug, recording, show }: Props) {
  const { t, language } = useTranslation('live');
  const act = useAct();
  const [name, choose] = useState(recording.renditions[0]?.name ?? '');
  const rendition =
    recording.renditions.find((one) => one.name === name) ?? recording.renditions[0];
  if (!rendition) return null;
  const { file } = rendition;
  const isMade = file.state === 'waiting' || file.state === 'making';
  const make = async () => {
    const given = { params: { slug, id: recording.id }, body: { rendition: rendition.name } };
    const answer = await act.run(() => api(recordingsContract.makeRecordingFile, given), {
      stay: true,
    });
    if (answer) show(answer);
  };
  return (
    <>
      <div className={classes.row}>
        {recording.renditions.length > 1 && (
          <NativeSelect
            label={t('file.size')}
            value={rendition.name}
            onChange={(event) => choose(event.currentTarget.value)}
            data={recording.renditions.map(({ name: value, width, height, bytes }) => ({
              value,
              label: `${height > 0 ? `${width} × ${height}` : t('file.sound')} · ${sizeText(bytes, language)}`,
            }))}
          />
        )}
        {file.url ? (
          <Button
            component="a"
            href={file.url}
            download
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('file.save', { size: sizeText(file.bytes, language) })}
          </Button>
        ) : (
          <Button
            variant="light"
            leftSection={<IconMovie size={18} aria-hidden />}
            loading={act.busy}
            disabled={isMade}
            onClick={() => void make()}
          >
            {t('file.make')}
          </Button>
        )}
      </div>
      {isMade && <Making file={file} />}
      <p className={classes.hint} role="status">
        {file.state === 'failed' && t('file.failed')}
        {file.state === 'ready' && t('file.ready')}
        {file.state === 'none' && t('file.hint')}
      </p>
    </>
  );
}

function Making({ file }: Pick<Recording['renditions'][number], 'file'>) {
  const { t } = useTranslation('live');
  const percent = Math.floor(file.share * 100);
  const waits = file.state === 'waiting';
  return (
    <div className={classes.making}>
      <Progress value={percent} animated={waits} aria-label={t('file.making')} />
      <span className={classes.hint}>
        {waits ? t('file.waiting') : `${t('file.making')} ${percent} %`}
      </span>
    </div>
  );
}
