import { IconVideoOff, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './preview.module.css';

const retryMs = 2000;

/** One's own picture as it arrives, silent until wanted. Nobody else sees this. */
export function Preview({ url }: { url: string | null }) {
  const { t } = useTranslation('live');
  const video = useRef<HTMLVideoElement>(null);
  const [loud, setLoud] = useState(false);
  const plays = usePlayed(video, url);
  const Icon = loud ? IconVolume : IconVolumeOff;
  return (
    <div className={classes.preview}>
      <video
        ref={video}
        className={classes.video}
        aria-label={t('preview.title')}
        muted={!loud}
        autoPlay
        playsInline
        hidden={url === null}
      />
      {!plays && (
        <p className={classes.none}>
          <IconVideoOff size={28} stroke={1.5} aria-hidden />
          {t(url ? 'preview.coming' : 'preview.none')}
        </p>
      )}
      {url && (
        <button
          type="button"
          className={classes.sound}
          aria-pressed={loud}
          aria-label={t('preview.sound')}
          onClick={() => setLoud(!loud)}
        >
          <Icon size={18} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** Plays the address in the video; begins again when nothing comes. True once a picture was seen. */
function usePlayed(video: React.RefObject<HTMLVideoElement | null>, url: string | null): boolean {
  const [plays, setPlays] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element || !url) return;
    let gone = false;
    let stop = () => {};
    const shown = () => setPlays(true);
    element.addEventListener('playing', shown);
    void import('hls.js').then(({ default: Hls }) => {
      if (gone) return;
      if (!Hls.isSupported()) {
        element.src = url;
        return;
      }
      const hls = new Hls({
        enableWorker: false,
        lowLatencyMode: true,
        capLevelToPlayerSize: true,
      });
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) setTimeout(() => !gone && hls.loadSource(url), retryMs);
      });
      hls.loadSource(url);
      hls.attachMedia(element);
      stop = () => hls.destroy();
    });
    return () => {
      gone = true;
      stop();
      element.removeEventListener('playing', shown);
      element.removeAttribute('src');
      setPlays(false);
    };
  }, [video, url]);
  return plays;
}
