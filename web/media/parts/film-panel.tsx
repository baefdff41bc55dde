import { Button, Progress, Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Asset, assetsContract } from '#contract/assets.ts';
import { api } from '#web/platform/api.ts';
import { sentenceFor } from '#web/platform/error-words.ts';
import { formatShare } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { PictureView } from '../shared/picture.tsx';
import { CaptionsEditor } from './captions-editor.tsx';
import { clockOf } from './chapter-lines.ts';
import { ChaptersEditor } from './chapters-editor.tsx';
import { sizeWords } from './file-size.ts';
import classes from './film.module.css';
import { continueUpload, stopUpload, useRunning } from './running-uploads.ts';
import { Sending } from './sending.tsx';
import { useAsset } from './use-asset.ts';

type Props = {
  /** The field that it fills. */
  name: string;
  id: string;
  off: boolean;
  changed?: (() => void) | undefined;
  /** Leaves the place to another film; null where there must be one. */
  drop: (() => void) | null;
};

/** One film as it stands: on its way, being made, ready with what belongs to it, or why not. */
export function FilmPanel({ id, changed, ...rest }: Props) {
  const running = useRunning(id);
  const { asset, error, show, again } = useAsset(id);
  useTold(asset, changed);
  // The last byte has come: how it stands is asked at once.
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !running) again();
    wasRunning.current = running !== null;
  }, [running, again]);
  if (running)
    return (
      <Sending
        id={id}
        running={running}
        cancel={<Cancel id={id} off={rest.off} drop={rest.drop} />}
      />
    );
  if (!asset)
    return error ? <ErrorState error={error} onRetry={again} /> : <Skeleton height={96} />;
  return <Known asset={asset} show={show} {...rest} />;
}

/** The product's page shows whether it plays: it is told when that changes. */
function useTold(asset: Asset | null, changed: (() => void) | undefined) {
  const stands = asset && `${asset.playable} ${asset.state}`;
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (before.current !== null && stands !== null && stands !== before.current) changed?.();
    if (stands !== null) before.current = stands;
  }, [stands, changed]);
}

type KnownProps = Omit<Props, 'id' | 'changed'> & { asset: Asset; show: (asset: Asset) => void };

function Known({ name, asset, show, off, drop }: KnownProps) {
  const { t } = useTranslation('media');
  const cancel = <Cancel id={asset.id} off={off} drop={drop} />;
  if (asset.state === 'uploading') return <Interrupted asset={asset} cancel={cancel} />;
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        {asset.poster && (
          <div className={classes.poster}>
            <PictureView picture={asset.poster} alt="" sizes="160px" />
          </div>
        )}
        <Facts asset={asset} />
        {drop && (
          <Button variant="default" size="xs" disabled={off} onClick={drop}>
            {t('film.other')}
          </Button>
        )}
      </div>
      <div role="status">
        {asset.state === 'processing' && <Making asset={asset} />}
        {asset.state === 'failed' && <Failed asset={asset} show={show} off={off} />}
      </div>
      {asset.can.describe && (
        <>
          <CaptionsEditor asset={asset} show={show} off={off} />
          <ChaptersEditor name={name} asset={asset} show={show} off={off} />
        </>
      )}
    </div>
  );
}

function Facts({ asset }: { asset: Asset }) {
  const { t, language } = useTranslation('media');
  const { fileName, size, seconds, renditions, kind } = asset;
  const heights = [...new Set(renditions.map(({ height }) => height))].filter(
    (height) => height > 0,
  );
  const facts = [
    seconds === null ? '' : clockOf(seconds),
    sizeWords(size, language),
    kind === 'audio' ? t('film.sound') : heights.map((height) => `${height}p`).join(', '),
  ];
  return (
    <div className={classes.facts}>
      <strong className={classes.name}>{fileName}</strong>
      <span className={classes.quiet}>{facts.filter(Boolean).join(' · ')}</span>
      {asset.state === 'ready' && <span className={classes.ready}>{t('film.ready')}</span>}
    </div>
  );
}

function Making({ asset }: { asset: Asset }) {
  const { t, language } = useTranslation('media');
  const share = formatShare(asset.progress / 100, language);
  return (
    <div className={classes.progress}>
      <p className={classes.line}>
        <strong>{t(`making.${stepOf(asset)}`)}</strong>
        {asset.step && <span className={classes.quiet}>{share}</span>}
      </p>
      <Progress value={asset.progress} aria-label={t('making.title')} />
      <p className={classes.quiet}>{t(asset.playable ? 'making.playable' : 'making.leave')}</p>
    </div>
  );
}

/** Its length is known as soon as somebody is at work on it. */
const stepOf = ({ step, seconds }: Asset) => step ?? (seconds === null ? 'waits' : 'first');

function Failed({ asset, show, off }: Pick<KnownProps, 'asset' | 'show' | 'off'>) {
  const { t } = useTranslation('media');
  const act = useAct();
  const retry = async () => {
    const params = { id: asset.id };
    const next = await act.run(() => api(assetsContract.retryAsset, { params }), { stay: true });
    if (next) show(next);
  };
  return (
    <div className={classes.failed}>
      <p>
        <strong>{t('failed.title')}</strong> {t(`failed.${asset.refusal ?? 'kept_failing'}`)}
      </p>
      {asset.can.retry && (
        <Button
          variant="default"
          size="xs"
          loading={act.busy}
          disabled={off}
          onClick={() => void retry()}
        >
          {t('failed.retry')}
        </Button>
      )}
    </div>
  );
}

type InterruptedProps = { asset: Asset; cancel: ReactNode };

/** Its window was closed, or the browser ended: the file itself has to be shown again. */
function Interrupted({ asset, cancel }: InterruptedProps) {
  const { t } = useTranslation('media');
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const go = (file: File | undefined) => {
    if (!file) return;
    const isSame = file.name === asset.fileName && file.size === asset.size;
    setFault(isSame ? '' : t('broken.another', { name: asset.fileName }));
    if (!isSame) return;
    continueUpload(asset.id, file).catch((error: unknown) => setFault(sentenceFor(error)));
  };
  return (
    <div className={classes.panel}>
      <p className={classes.text}>
        <strong>{t('broken.title')}</strong> {t('broken.text', { name: asset.fileName })}
      </p>
      <input
        ref={input}
        type="file"
        className={classes.input}
        aria-label={t('broken.choose')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          go(file);
          event.currentTarget.value = '';
        }}
      />
      <div className={classes.buttons}>
        <Button size="xs" tabIndex={-1} onClick={() => input.current?.click()}>
          {t('broken.choose')}
        </Button>
        {cancel}
      </div>
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Gives an upload up, with what of it has come. */
function Cancel({ id, off, drop }: Pick<Props, 'id' | 'off' | 'drop'>) {
  const { t } = useTranslation('media');
  const ask = useConfirm();
  const act = useAct();
  if (!drop) return null;
  const cancel = async () => {
    const sure = await ask({
      title: t('cancel.title'),
      text: t('cancel.text'),
      confirmLabel: t('cancel.yes'),
      cancelLabel: t('cancel.no'),
      danger: true,
    });
    if (!sure) return;
    await stopUpload(id);
    drop();
    await act.run(() => api(assetsContract.deleteAsset, { params: { id } }), { stay: true });
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      loading={act.busy}
      disabled={off}
      onClick={() => void cancel()}
    >
      {t('cancel.button')}
    </Button>
  );
}
