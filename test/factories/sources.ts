import type { VideoCodec } from '#server/live/engine/codecs.ts';
import type { Source } from '#server/live/engine/source-probe.ts';

type Given = {
  width?: number;
  height?: number;
  frameRate?: number;
  keyframeSeconds?: number | null;
  codec?: VideoCodec;
  audio?: boolean;
};

/** What is known of an encoder's picture and sound: 1080p with good keyframes, unless told. */
export function aSource(given: Given = {}): Source {
  const { width = 1920, height = 1080, frameRate = 30, keyframeSeconds = 2 } = given;
  return {
    video: {
      codec: given.codec ?? 'h264',
      shape: { width, height, codec: 'avc1.64001f' },
      frameRate,
      keyframeSeconds,
      bitsPerSecond: 5_000_000,
    },
    audio:
      given.audio === false
        ? null
        : { codec: 'aac', shape: { sampleRate: 48_000, channels: 2, objectType: 2 } },
  };
}
