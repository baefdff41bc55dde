import { Loader } from '@mantine/core';
import { IconPlayerPlayFilled, IconVolumeOff } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PlaybackMedia } from '#contract/player.ts';
import { namesIn } from '#contract/shared/formatters.ts';
import { capitalised } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useRootMark } from '#web/ui/use-root-mark.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { StageControls } from './stage-controls.tsx';
import { StagePill } from './stage-pill.tsx';
import classes from './stage-video.module.css';
import { useCaptions } from './use-captions.ts';
import { useFullScreen } from './use-full-screen.ts';
import { usePlay } from './use-play.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useRest } from './use-rest.ts';
import { useRunOut } from './use-run-out.ts';
import { useSound } from './use-sound.ts';
import { useSource } from './use-source.ts';
import { storyboardLabel } from './use-storyboard.ts';
import { useTold } from './use-told.ts';
import { type Line, lineSaid } from './watch-trouble.ts';

type Props = {
  media: PlaybackMedia;
  viewers: number;
  poster: string | undefined;
  title: string;
  /** Asks the server again: the right may have ended, the show may be over. */
  again: () => void;
  /** The picture has come to its end. */
  ended: () => void;
  /** The show is over: what has come of it is played out, and no more. */
  over: boolean;
  /** The server cannot be reached from here. */
  offline: boolean;
};

/** The picture with its controls. */
export function StageVideo({ media, viewers, poster, title, offline, ...asks }: Props) {
  const { again, ended, over } = asks;
  const { t } = useTranslation('player');
  const stage = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const keys = useRef<HTMLDialogElement>(null);
  const live = media.kind !== 'recording';
  const source = useSource(video, media, { again });
  const line = lineSaid(source.line, offline);
  const play = usePlay(video);
  const sound = useSound(video);
  const captions = useCaptions(video);
  const fullScreen = useFullScreen(stage, video);
  const { rests, wake, tap } = useRest(stage, !play.paused);
  useRootMark('data-rests', rests);
  const blocked = useAutoplay(video, media.kind);
  useRunOut(video, over, ended);
  const help = () => keys.current?.showModal();
  const { told, tell } = useTold();
  const captionsByKey = () =>
    captions.tracks.length > 0 ? captions.toggle() : tell(t('captions.missing'));
  const toggles = { play, sound, fullScreen, captions: { toggle: captionsByKey } };
  usePlayerKeys({ video, live, help, wake, ...toggles });
  const begin = () => {
    sound.restore();
    play.toggle();
  };
  // Not every browser says of a click whose it is.
  const pointer = useRef('');
  const press = () => {
    if (pointer.current === 'touch' && !play.paused) tap();
    else play.toggle();
  };
  return (
    <section
      ref={stage}
      className={classes.stage}
      aria-label={t('title')}
      data-rests={rests || undefined}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: captions come inside the stream where there are any */}
      <video
        ref={video}
        className={classes.video}
        playsInline
        poster={poster}
        aria-label={title}
        onPointerDown={({ pointerType }) => {
          pointer.current = pointerType;
        }}
        onClick={press}
        onDoubleClick={() => pointer.current !== 'touch' && fullScreen.toggle()}
        onEnded={ended}
        disableRemotePlayback
      >
        <Tracks beside={media.beside} />
      </video>
      <div className={classes.centre}>
        {line !== 'steady' && <LineNote line={line} retry={source.retry} />}
        {line === 'steady' && blocked && (
          <button type="button" className={classes.big} onClick={begin}>
            <IconPlayerPlayFilled size={40} aria-hidden />
            {t('play')}
          </button>
        )}
      </div>
      {sound.loudness === 0 && !blocked && line === 'steady' && (
        <button type="button" className={classes.unmute} onClick={sound.toggle}>
          <IconVolumeOff size={20} aria-hidden />
          {t('unmute')}
        </button>
      )}
      <StagePill aboveControls>{told}</StagePill>
      <StageControls
        {...{ video, kind: media.kind, viewers, play, sound, captions, source, fullScreen, help }}
        beside={media.beside}
      />
      <KeysDialog dialog={keys} live={live} />
    </section>
  );
}

function LineNote({ line, retry }: { line: Line; retry: () => void }) {
  const { t } = useTranslation('player');
  if (line === 'stopped') {
    return (
      <div className={classes.note} role="status">
        {t('stopped')}
      </div>
    );
  }
  return (
    <div className={classes.note} role="status">
      {line === 'reconnecting' ? (
        <>
          <Loader size="sm" color="white" />
          <strong>{t('reconnecting')}</strong>
          <span>{t('reconnectingText')}</span>
        </>
      ) : (
        <>
          <strong>{t('lost.title')}</strong>
          <span>{t('lost.text')}</span>
          <button type="button" onClick={retry}>
            {t('lost.retry')}
          </button>
        </>
      )}
    </div>
  );
}

/** Captions and the list of pictures of a film, beside its stream. They come when they are wanted. */
function Tracks({ beside }: Pick<PlaybackMedia, 'beside'>) {
  const { language } = useTranslation('player');
  if (!beside) return null;
  return (
    <>
      {beside.captions.map(({ language: tag, url }) => (
        <track key={tag} kind="captions" src={url} srcLang={tag} label={nameOf(tag, language)} />
      ))}
      {beside.storyboard && (
        <track kind="metadata" src={beside.storyboard} label={storyboardLabel} />
      )}
    </>
  );
}

const nameOf = (tag: string, language: string): string =>
  capitalised(namesIn(language, { type: 'language' }).of(tag) ?? tag, language);

/**
 * Plays by itself: with sound where the browser allows it, else without, and then says so. Answers
 * whether not even that is allowed: then a large button starts it.
 */
function useAutoplay(video: RefObject<HTMLVideoElement | null>, kind: PlaybackMedia['kind']) {
  const [blocked, setBlocked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind begins anew
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const quietly = () => {
      element.muted = true;
      element.play().catch(() => setBlocked(true));
    };
    const begin = () =>
      void element.play().catch((error: DOMException) => {
        if (error.name === 'NotAllowedError') quietly();
      });
    const goes = () => setBlocked(false);
    element.addEventListener('canplay', begin, { once: true });
    element.addEventListener('playing', goes);
    return () => {
      element.removeEventListener('canplay', begin);
      element.removeEventListener('playing', goes);
    };
  }, [video, kind]);
  return blocked;
}
