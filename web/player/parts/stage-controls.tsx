import {
  IconKeyboard,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolume2,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { PlaybackMedia } from '#contract/player.ts';
import { formatShare } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CaptionsMenu } from './captions-menu.tsx';
import { ChaptersMenu } from './chapters-menu.tsx';
import { LiveSign } from './live-sign.tsx';
import { QualityMenu } from './quality-menu.tsx';
import { SpeedMenu } from './speed-menu.tsx';
import { StageButton } from './stage-button.tsx';
import classes from './stage-controls.module.css';
import { StageRange } from './stage-range.tsx';
import { TimeRange, TimeShown } from './time-range.tsx';
import type { Captions } from './use-captions.ts';
import type { useFullScreen } from './use-full-screen.ts';
import type { usePlay } from './use-play.ts';
import { useSmallPicture } from './use-small-picture.ts';
import type { Sound } from './use-sound.ts';
import type { useSource } from './use-source.ts';

type Props = {
  video: RefObject<HTMLVideoElement | null>;
  kind: PlaybackMedia['kind'];
  viewers: number;
  play: ReturnType<typeof usePlay>;
  sound: Sound;
  captions: Captions;
  source: Pick<ReturnType<typeof useSource>, 'qualities' | 'height' | 'choose'>;
  fullScreen: ReturnType<typeof useFullScreen>;
  help: () => void;
  beside: PlaybackMedia['beside'];
};

/** What moves the picture, below it. A live show has no way back, a recording has. */
export function StageControls({ video, kind, viewers, play, sound, captions, ...more }: Props) {
  const { source, fullScreen, help, beside } = more;
  const live = kind !== 'recording';
  const { t } = useTranslation('player');
  return (
    <div className={classes.controls} data-controls>
      {!live && <TimeRange video={video} beside={beside} />}
      <div className={classes.bar}>
        <StageButton label={t(play.paused ? 'play' : 'pause')} shortcut="k" onClick={play.toggle}>
          {play.paused ? (
            <IconPlayerPlayFilled size={24} aria-hidden />
          ) : (
            <IconPlayerPauseFilled size={24} aria-hidden />
          )}
        </StageButton>
        <SoundControls sound={sound} />
        {live ? (
          <LiveSign viewers={viewers} byClock={kind === 'playout'} />
        ) : (
          <TimeShown video={video} />
        )}
        <span className={classes.gap} />
        {beside && beside.chapters.length > 0 && (
          <ChaptersMenu video={video} chapters={beside.chapters} />
        )}
        <CaptionsMenu captions={captions} />
        {!live && <SpeedMenu video={video} />}
        <QualityMenu {...source} />
        <StageButton
          label={t('keys.title')}
          className={classes.keys}
          shortcut="?"
          aria-haspopup="dialog"
          onClick={help}
        >
          <IconKeyboard size={22} aria-hidden />
        </StageButton>
        <SmallPicture video={video} />
        <StageButton
          label={t(fullScreen.isFull ? 'fullScreen.leave' : 'fullScreen.enter')}
          shortcut="f"
          onClick={fullScreen.toggle}
        >
          {fullScreen.isFull ? (
            <IconMinimize size={22} aria-hidden />
          ) : (
            <IconMaximize size={22} aria-hidden />
          )}
        </StageButton>
      </div>
    </div>
  );
}

function SoundControls({ sound }: { sound: Sound }) {
  const { t, language } = useTranslation('player');
  const { loudness } = sound;
  const isSilent = loudness === 0;
  const Icon = isSilent ? IconVolumeOff : loudness < 0.5 ? IconVolume2 : IconVolume;
  return (
    <>
      <StageButton label={t(isSilent ? 'unmute' : 'mute')} shortcut="m" onClick={sound.toggle}>
        <Icon size={22} aria-hidden />
      </StageButton>
      {sound.hasVolume && (
        <span className={classes.volume}>
          <StageRange
            label={t('volume')}
            value={loudness}
            max={1}
            said={formatShare(loudness, language)}
            steps={{ arrow: 0.05, page: 0.1 }}
            choose={sound.put}
          />
        </span>
      )}
    </>
  );
}

function SmallPicture({ video }: Pick<Props, 'video'>) {
  const { t } = useTranslation('player');
  const { isPossible, isSmall, toggle } = useSmallPicture(video);
  if (!isPossible) return null;
  return (
    <StageButton
      className={classes.small}
      label={t(isSmall ? 'smallPicture.leave' : 'smallPicture.enter')}
      onClick={toggle}
    >
      <IconPictureInPicture size={22} aria-hidden />
    </StageButton>
  );
}
