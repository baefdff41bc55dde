import { isExAudio, isExVideo, readAudioTag, readVideoTag } from '../codecs.ts';

/** A tag of what is on air, with its time in milliseconds on the clock of the whole broadcast. */
export type RelayTag = {
  /** `script`: the metadata of a feed, which we write ourselves. */
  kind: 'audio' | 'video' | 'script';
  atMs: number;
  body: Buffer;
  /** What a decoder must know before anything else. */
  isConfig: boolean;
  isKeyframe: boolean;
};

/** The four letters by which Enhanced RTMP names a codec; null for a tag of the old kind. */
export function fourCcOf({ kind, body }: Pick<RelayTag, 'kind' | 'body'>): string | null {
  if (kind === 'script') return null;
  const isEnhanced = kind === 'video' ? isExVideo(body) : isExAudio(body);
  return isEnhanced && body.length >= 5 ? body.toString('latin1', 1, 5) : null;
}

/** What a tag is to whoever begins to watch with it. */
export function roleOf(
  kind: 'audio' | 'video',
  body: Buffer,
): { isConfig: boolean; isKeyframe: boolean } {
  if (kind === 'audio') return { isConfig: readAudioTag(body).isConfig, isKeyframe: false };
  const { isConfig, isKeyframe } = readVideoTag(body);
  return { isConfig, isKeyframe };
}
