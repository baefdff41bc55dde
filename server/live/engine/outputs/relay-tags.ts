import { flvCodec, readAudioTag, readVideoTag } from '../codecs.ts';

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

const isEnhancedVideo = (body: Buffer): boolean => ((body[0] ?? 0) & 0x80) !== 0;
const isEnhancedAudio = (body: Buffer): boolean => (body[0] ?? 0) >> 4 === 9;
const packetOf = (body: Buffer): number => (body[0] ?? 0) & 0x0f;
const frameOf = (body: Buffer): number => ((body[0] ?? 0) & 0x70) >> 4;

/** The four letters by which Enhanced RTMP names a codec; null for a tag of the old kind. */
export function fourCcOf({ kind, body }: Pick<RelayTag, 'kind' | 'body'>): string | null {
  if (kind === 'script') return null;
  const isEnhanced = kind === 'video' ? isEnhancedVideo(body) : isEnhancedAudio(body);
  return isEnhanced && body.length >= 5 ? body.toString('latin1', 1, 5) : null;
}

/** What a tag is to whoever begins to watch with it. */
export function roleOf(
  kind: 'audio' | 'video',
  body: Buffer,
): { isConfig: boolean; isKeyframe: boolean } {
  if (kind === 'audio') {
    const { codec, isConfig } = readAudioTag(body);
    const begins = isEnhancedAudio(body) ? packetOf(body) === 0 : isConfig;
    return { isConfig: begins && (codec === flvCodec.aac || codec === 9), isKeyframe: false };
  }
  if (!isEnhancedVideo(body)) {
    const { isConfig, isKeyframe } = readVideoTag(body);
    return { isConfig, isKeyframe };
  }
  const packet = packetOf(body);
  return {
    isConfig: packet === 0,
    isKeyframe: frameOf(body) === 1 && (packet === 1 || packet === 3),
  };
}
