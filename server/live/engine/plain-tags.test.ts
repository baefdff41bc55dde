import { describe, expect, it } from 'vitest';
import { makeMedia } from '#test/coded-media.ts';
import { modified, soundTag, videoTag } from '#test/publisher.ts';
import { capabilityAnswer } from './capabilities.ts';
import { decodableOf, fourCcsOf } from './decoders.ts';
import { plainTag } from './plain-tags.ts';
import type { MediaTag } from './publication.ts';
import { audioShapeOf, videoShapeOf } from './shapes.ts';

const bytes = (...values: (number | string)[]): Buffer =>
  Buffer.concat(
    values.map((one) =>
      typeof one === 'number' ? Buffer.from([one]) : Buffer.from(one, 'latin1'),
    ),
  );

function plain(kind: MediaTag['kind'], body: Buffer): Buffer | string | null {
  const found = plainTag({ kind, timestamp: 7, body });
  if (!found) return null;
  return 'unknown' in found ? found.unknown : found.tag.body;
}

describe('a tag of Enhanced RTMP', () => {
  it.each<[string, Buffer, Buffer | string | null]>([
    ['H.264 configuration', bytes(0x90, 'avc1', 'cfg'), bytes(0x17, 0, 0, 0, 0, 'cfg')],
    ['H.264 with a shift', bytes(0xa1, 'avc1', 0, 0, 80, 'pic'), bytes(0x27, 1, 0, 0, 80, 'pic')],
    ['H.264 without', bytes(0x93, 'avc1', 'pic'), bytes(0x17, 1, 0, 0, 0, 'pic')],
    ['HEVC configuration', bytes(0x90, 'hvc1', 'cfg'), bytes(0x90, 'hvc1', 'cfg')],
    ['HEVC without a shift', bytes(0xa3, 'hvc1', 'pic'), bytes(0xa1, 'hvc1', 0, 0, 0, 'pic')],
    ['AV1 in the short form', bytes(0x93, 'av01', 'pic'), bytes(0x91, 'av01', 'pic')],
    ['VP9', bytes(0xa1, 'vp09', 'pic'), bytes(0xa1, 'vp09', 'pic')],
    ['an end', bytes(0x92, 'hvc1'), null],
    ['metadata', bytes(0x94, 'hvc1', 'amf'), null],
    ['a command', bytes(0xd1, 1), null],
    ['unknown letters', bytes(0x90, 'vvc1', 'cfg'), 'vvc1'],
    ['an offset in nanoseconds', modified(bytes(0xa1, 'vp09', 'pic')), bytes(0xa1, 'vp09', 'pic')],
    [
      'a modifier of more than 255 bytes',
      Buffer.concat([bytes(0x97, 255, 0x01, 0x2b), Buffer.alloc(300), bytes(0x01, 'vp09', 'pic')]),
      bytes(0x91, 'vp09', 'pic'),
    ],
    ['one track', bytes(0x96, 0x01, 'av01', 0, 'pic'), bytes(0x91, 'av01', 'pic')],
    ['one track that is not the first', bytes(0x96, 0x01, 'av01', 3, 'pic'), null],
    [
      'two tracks of a codec',
      bytes(0x96, 0x11, 'av01', 1, 0, 0, 2, 'no', 0, 0, 0, 3, 'pic'),
      bytes(0x91, 'av01', 'pic'),
    ],
    [
      'two tracks of two codecs',
      bytes(0x96, 0x21, 'vvc1', 1, 0, 0, 2, 'no', 'av01', 0, 0, 0, 3, 'pic'),
      bytes(0x91, 'av01', 'pic'),
    ],
    ['a tag that is cut off', bytes(0x90, 'hv'), null],
    ['a modifier that is cut off', bytes(0x97, 200, 1, 2), null],
    ['tracks that are cut off', bytes(0x96, 0x11, 'av01', 1, 0), null],
    ['ordinary H.264', bytes(0x17, 1, 0, 0, 0, 'pic'), bytes(0x17, 1, 0, 0, 0, 'pic')],
  ])('becomes plain: %s', (_what, body, expected) => {
    expect(plain('video', body)).toEqual(expected);
  });

  it.each<[string, Buffer, Buffer | string | null]>([
    ['AAC configuration', soundTag('mp4a', 0, bytes('cfg')), bytes(0xaf, 0, 'cfg')],
    ['AAC', soundTag('mp4a', 1, bytes('pcm')), bytes(0xaf, 1, 'pcm')],
    ['MP3', soundTag('.mp3', 1, bytes('pcm')), bytes(0x2f, 'pcm')],
    ['Opus', soundTag('Opus', 1, bytes('pcm')), soundTag('Opus', 1, bytes('pcm'))],
    ['an end', soundTag('Opus', 2, bytes('')), null],
    ['a layout of channels', soundTag('Opus', 4, bytes('lay')), null],
    ['one track', bytes(0x95, 0x01, 'Opus', 0, 'pcm'), soundTag('Opus', 1, bytes('pcm'))],
    ['unknown letters', soundTag('vrbs', 0, bytes('cfg')), 'vrbs'],
    ['ordinary AAC', bytes(0xaf, 1, 'pcm'), bytes(0xaf, 1, 'pcm')],
  ])('becomes plain sound: %s', (_what, body, expected) => {
    expect(plain('audio', body)).toEqual(expected);
  });
});

describe('what a source says of itself', () => {
  it.each(['hevc', 'av1', 'vp9', 'h264'] as const)(
    'the size that is shown, not the one that is coded: %s',
    async (video) => {
      const media = await makeMedia({ video, size: '318x178', seconds: 0.2 });
      const { fourCc = '', config = Buffer.alloc(0) } = media.video ?? {};
      const picture = media.frames[0]?.bytes ?? Buffer.alloc(0);
      const sizes = [
        videoTag(fourCc, 'start', null, config),
        videoTag(fourCc, 'key', 1, picture),
      ].map((tag) => {
        const body = plain('video', tag);
        const shape = Buffer.isBuffer(body) ? videoShapeOf(body) : null;
        return shape && [shape.width, shape.height];
      });
      const where = { hevc: [0], h264: [0], av1: [0, 1], vp9: [1] }[video];
      for (const index of where) expect(sizes[index]).toEqual([318, 178]);
    },
  );

  it.each(['opus', 'flac', 'aac'] as const)('rate and channels of the sound: %s', async (audio) => {
    const media = await makeMedia({ audio, seconds: 0.2 });
    const { fourCc = '', config = Buffer.alloc(0) } = media.audio ?? {};
    const body = plain('audio', soundTag(fourCc, 0, config));
    expect(Buffer.isBuffer(body) && audioShapeOf(body)).toMatchObject({
      sampleRate: 48_000,
      channels: 2,
    });
  });

  it.each([
    ['an empty HEVC record', bytes(0x90, 'hvc1', 1)],
    [
      'an HEVC record that is cut off',
      Buffer.concat([bytes(0x90, 'hvc1', 1), Buffer.alloc(22, 33)]),
    ],
    ['AV1 without a header', bytes(0x90, 'av01', 0x81, 0, 0, 0)],
    [
      'a length in AV1 that never ends',
      bytes(0x90, 'av01', 0x81, 0, 0, 0, 0x0a, '\xff\xff\xff\xff\xff\xff'),
    ],
    ['VP9 that is noise', bytes(0x91, 'vp09', 'noise and more noise')],
  ])('nothing, when it is nonsense: %s', (_what, body) => {
    expect(videoShapeOf(body)).toBeNull();
  });
});

describe('what encoders are offered', () => {
  const listing = [
    ' VFS..D hevc                 HEVC (High Efficiency Video Coding)',
    ' V....D av1                  Alliance for Open Media AV1',
    ' A....D opus                 Opus',
  ].join('\n');

  it('is what ffmpeg can decode; its own decoder of AV1 does not count', () => {
    expect([...decodableOf(listing)]).toEqual(['hevc', 'opus']);
    const offered = fourCcsOf(decodableOf(listing));
    expect(capabilityAnswer({ capsEx: 7 }, offered)).toEqual({
      fourCcList: ['avc1', 'hvc1', 'mp4a', 'Opus'],
      videoFourCcInfoMap: { avc1: 5, hvc1: 1 },
      audioFourCcInfoMap: { mp4a: 5, Opus: 1 },
      capsEx: 4,
    });
  });

  it('counts AV1 once a decoder in software is there', () => {
    const names = [...decodableOf(`${listing}\n V..... libdav1d             dav1d AV1 decoder`)];
    expect(names).toEqual(['hevc', 'av1', 'opus']);
  });
});
