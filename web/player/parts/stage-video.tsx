import { Loader } from '@mantine/core';
import { IconKeyboard, IconPlayerPlayFilled, IconVolumeOff } from '@tabler/icons-react';
import {
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import 'media-chrome/lang/es.js';
import 'media-chrome/lang/pt.js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PlaybackMedia } from '#contract/player.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CaptionsMenu } from './captions-menu.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { LiveSign } from './live-sign.tsx';
import { QualityMenu } from './quality-menu.tsx';
import { SpeedMenu } from './speed-menu.tsx';
import classes from './stage-video.module.css';
import { useCaptions } from './use-captions.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useRunOut } from './use-run-out.ts';
import { useSource } from './use-source.ts';
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

/** Stays on the screen when the controls fade. */
const stays = { noautohide: '' };

/** The picture with its controls. A live show has no way back, a recording has. */
export function StageVideo({ media, viewers, poster, title, offline, ...asks }: Props) {
  const { again, ended, over } = asks;
  const { t, language } = useTranslation('player');
  const video = useRef<HTMLVideoElement>(null);
  const source = useSource(video, media, { again });
  const { qualities, height, choose, retry } = source;
  const line = lineSaid(source.line, offline);
  const start = useAutoplay(video, media.kind);
  useRunOut(video, over, ended);
  const live = media.kind === 'live';
  const stage = useRef<HTMLDivElement>(null);
  const keys = useRef<HTMLDialogElement>(null);
  const captions = useCaptions(video);
  const help = () => keys.current?.showModal();
  usePlayerKeys({ stage, video, live, captions: captions.toggle, help });
  return (
    <div ref={stage} className={classes.frame}>
      <MediaController
        className={classes.stage}
        lang={language}
        // Ours work wherever the focus is, and keep out of the chat.
        noHotkeys
        autohide={start.blocked ? '-1' : '2'}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: captions come inside the stream where there are any */}
        <video
          ref={video}
          slot="media"
          className={classes.video}
          playsInline
          poster={poster}
          aria-label={title}
          onEnded={ended}
          disableRemotePlayback
        />
        <div slot="centered-chrome" className={classes.centre} {...stays}>
          {line !== 'steady' && <LineNote line={line} retry={retry} />}
          {line === 'steady' && start.blocked && (
            <button type="button" className={classes.big} onClick={start.play}>
              <IconPlayerPlayFilled size={40} aria-hidden />
              {t('play')}
            </button>
          )}
        </div>
        {start.silent && !start.blocked && line === 'steady' && (
          <button
            type="button"
            slot="top-chrome"
            {...stays}
            className={classes.unmute}
            onClick={start.unmute}
          >
            <IconVolumeOff size={20} aria-hidden />
            {t('unmute')}
          </button>
        )}
        {!live && <MediaTimeRange className={classes.range} />}
        <MediaControlBar className={classes.bar}>
          <MediaPlayButton />
          <MediaMuteButton />
          <MediaVolumeRange className={classes.volume} />
          {live ? <LiveSign viewers={viewers} /> : <MediaTimeDisplay showDuration />}
          <span className={classes.gap} />
          <CaptionsMenu captions={captions} />
          {!live && <SpeedMenu video={video} />}
          <QualityMenu qualities={qualities} height={height} choose={choose} />
          <button
            type="button"
            className={classes.keys}
            aria-label={t('keys.title')}
            title={t('keys.title')}
            aria-haspopup="dialog"
            onClick={help}
          >
            <IconKeyboard size={22} aria-hidden />
          </button>
          <MediaPipButton />
          <MediaFullscreenButton />
        </MediaControlBar>
        <div slot="centered-chrome" className={classes.dialogs} {...stays}>
          <KeysDialog dialog={keys} live={live} />
        </div>
      </MediaController>
    </div>
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

/**
 * Plays by itself: with sound where the browser allows it, else without, and then says so. Where
 * not even that is allowed a large button starts it.
 */
function useAutoplay(video: RefObject<HTMLVideoElement | null>, kind: PlaybackMedia['kind']) {
  const [silent, setSilent] = useState(false);
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
    const heard = () => setSilent(element.muted);
    const goes = () => setBlocked(false);
    element.addEventListener('canplay', begin, { once: true });
    element.addEventListener('volumechange', heard);
    element.addEventListener('playing', goes);
    return () => {
      element.removeEventListener('canplay', begin);
      element.removeEventListener('volumechange', heard);
      element.removeEventListener('playing', goes);
    };
  }, [video, kind]);
  return {
    silent,
    blocked,
    play: () => void video.current?.play().catch(() => undefined),
    unmute: () => {
      if (!video.current) return;
      video.current.muted = false;
      if (video.current.volume === 0) video.current.volume = 1;
    },
  };
}
