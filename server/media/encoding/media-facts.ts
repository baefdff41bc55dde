export type Container = 'mp4' | 'mov' | 'mkv' | 'webm' | 'mp3' | 'm4a' | 'ogg' | 'wav' | 'flac';

export type Chapter = { startSeconds: number; title: string };

/** What a file is, found without following anything it points to. */
export type MediaFacts = {
  container: Container;
  seconds: number;
  /** As it is shown: turned upright, with square pixels. Cover art is no video. */
  video: null | {
    codec: string;
    width: number;
    height: number;
    /** Pictures in a second on average. */
    frameRate: number;
    canCopy: boolean;
  };
  audio: null | { codec: string; channels: number; sampleRate: number; canCopy: boolean };
  chapters: Chapter[];
};

export type EncodingLimits = {
  /** Wall time that the work may take. */
  seconds: number;
  /** Address space of each ffmpeg. The whole ladder of a 1080p source needs about 1.5 GB. */
  memoryBytes: number;
  /** All that is made of the file together. */
  outputBytes: number;
};

/** More than the facts: what decides how a file is encoded. */
export type SourceFacts = MediaFacts & {
  picture: null | PictureFacts;
  sound: null | SoundFacts;
};

export type PictureFacts = {
  /** The stream's number in the file. */
  index: number;
  startSeconds: number;
  seconds: number;
  /** Pixels as they are stored, before turning and squaring. */
  stored: { width: number; height: number };
  isInterlaced: boolean;
  highDynamicRange: null | 'smpte2084' | 'arib-std-b67';
  /** Pictures in a second at most, as far as the container knows. */
  highestRate: number;
};

export type SoundFacts = { index: number; seconds: number };
