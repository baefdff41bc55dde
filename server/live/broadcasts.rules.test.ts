import { describe, expect, it } from 'vitest';
import {
  adviceFor,
  broadcastMoves,
  type EncoderRefusal,
  encoderRefusal,
  type Situation,
  sessionAt,
} from './broadcasts.rules.ts';

const now = '2030-06-01T18:00:00.000Z';
const good: Situation = {
  productType: 'broadcast',
  productStatus: 'published',
  channelState: 'published',
  ownerMayAct: true,
  last: null,
  sessionStarts: ['2030-06-01T18:30:00.000Z'],
  hasFfmpeg: true,
};
const ended = { state: 'ended', endedAt: '2030-06-01T17:00:00.000Z' } as const;

describe('an encoder with a good key', () => {
  it.each<[string, Partial<Situation>, EncoderRefusal | null]>([
    ['is welcome before the first show', {}, null],
    ['is welcome while the product is private', { productStatus: 'private' }, null],
    ['is welcome while the broadcast waits', { last: { state: 'idle', endedAt: null } }, null],
    ['is welcome while the broadcast is live', { last: { state: 'live', endedAt: null } }, null],
    ['is refused for a draft', { productStatus: 'draft' }, 'not_published'],
    ['is refused for another type of product', { productType: 'vod' }, 'denied'],
    ['is refused for an owner who was blocked', { ownerMayAct: false }, 'denied'],
    ['is refused in a banned channel', { channelState: 'banned' }, 'channel_not_published'],
    ['is refused without ffmpeg', { hasFfmpeg: false }, 'no_ffmpeg'],
    [
      'is refused after the end',
      { last: ended, sessionStarts: ['2030-06-01T16:00:00.000Z'] },
      'ended',
    ],
    [
      'is welcome two hours before the next session',
      { last: ended, sessionStarts: ['2030-06-01T20:00:00.000Z'] },
      null,
    ],
    [
      'is refused earlier than that',
      { last: ended, sessionStarts: ['2030-06-01T20:00:01.000Z'] },
      'ended',
    ],
    [
      'is welcome when the next session has begun',
      { last: ended, sessionStarts: ['2030-06-01T17:30:00.000Z'] },
      null,
    ],
  ])('%s', (_what, change, refusal) => {
    expect(encoderRefusal({ ...good, ...change }, now)).toBe(refusal);
  });
});

describe('a broadcast', () => {
  it.each([
    ['idle', false, { start: false, stop: false, rotateKeys: true }],
    ['live', true, { start: false, stop: true, rotateKeys: true }],
    ['ended', true, { start: true, stop: false, rotateKeys: true }],
  ] as const)('that is %s', (state, wasEver, can) => {
    expect(broadcastMoves(state, wasEver)).toEqual(can);
  });

  it('belongs to the session that starts nearest to it', () => {
    const sessions = [
      { id: 'yesterday', startsAt: '2030-05-31T20:00:00.000Z' },
      { id: 'tonight', startsAt: '2030-06-01T20:00:00.000Z' },
      { id: 'tomorrow', startsAt: '2030-06-02T20:00:00.000Z' },
    ];
    expect(sessionAt(sessions, now)?.id).toBe('tonight');
    expect(sessionAt([], now)).toBeNull();
  });
});

describe('advice to the organizer', () => {
  const fine = {
    receiving: true,
    bitsPerSecond: 4_000_000,
    framesPerSecond: 30,
    keyframeSeconds: 2,
    hasAudio: true,
    hasBackup: true,
    isRecordingWhole: true,
  };
  it.each([
    ['nothing is wrong', {}, []],
    ['keyframes come rarely', { keyframeSeconds: 8 }, ['keyframes_irregular']],
    ['there is no sound', { hasAudio: false }, ['no_audio']],
    ['frames are few', { framesPerSecond: 12 }, ['low_frame_rate']],
    ['the bitrate is very high', { bitsPerSecond: 20_000_000 }, ['high_bitrate']],
    [
      'a file could not be kept',
      { isRecordingWhole: false, hasBackup: false },
      ['recording_incomplete', 'no_backup'],
    ],
    ['nothing arrives', { receiving: false, hasAudio: false }, []],
  ] as const)('%s', (_what, change, advice) => {
    expect(adviceFor({ ...fine, ...change })).toEqual(advice);
  });
});
