import { describe, expect, it } from 'vitest';
import {
  adviceFor,
  broadcastMoves,
  canTry,
  type EncoderRefusal,
  encoderRefusal,
  isCalledOff,
  rehearsalOf,
  type Situation,
  secondsUntilShow,
  sessionAt,
  trialIsOver,
  trialsAtOnce,
  wasShow,
} from './broadcasts.rules.ts';

const now = '2030-06-01T18:00:00.000Z';
const good: Situation = {
  productType: 'broadcast',
  productStatus: 'published',
  channelState: 'published',
  ownerMayAct: true,
  room: null,
  last: null,
  sessionStarts: ['2030-06-01T18:30:00.000Z'],
  isCalledOff: false,
  hasFfmpeg: true,
};
const ended = { state: 'ended', endedAt: '2030-06-01T17:00:00.000Z', endReason: 'idle' } as const;
const stopped = { ...ended, endReason: 'stopped' } as const;
const room = { room: 'open', productStatus: 'private' } as const;
const open = { endedAt: null, endReason: '' } as const;

describe('an encoder with a good key', () => {
  it.each<[string, Partial<Situation>, EncoderRefusal | null]>([
    ['is welcome before the first show', {}, null],
    ['is welcome while the product is private', { productStatus: 'private' }, null],
    ['is welcome while the broadcast waits', { last: { state: 'idle', ...open } }, null],
    ['is welcome while the broadcast is live', { last: { state: 'live', ...open } }, null],
    ['is refused when the showing was cancelled', { isCalledOff: true }, 'cancelled'],
    [
      'is welcome back on air, whatever was cancelled after it',
      { isCalledOff: true, last: { state: 'live', ...open } },
      null,
    ],
    ['is refused for a draft', { productStatus: 'draft' }, 'not_published'],
    ['is refused for another type of product', { productType: 'vod' }, 'denied'],
    ['is refused for an owner who was blocked', { ownerMayAct: false }, 'denied'],
    ['is refused in a banned channel', { channelState: 'banned' }, 'channel_not_published'],
    [
      'is welcome in a rehearsal room, whatever ended before',
      { ...room, last: stopped, sessionStarts: [] },
      null,
    ],
    [
      'is welcome in a rehearsal room before the channel is published',
      { ...room, channelState: 'draft' },
      null,
    ],
    [
      'is refused in a rehearsal room of a banned channel',
      { ...room, channelState: 'banned' },
      'channel_not_published',
    ],
    [
      'is refused in a rehearsal room whose owner was blocked',
      { ...room, ownerMayAct: false },
      'denied',
    ],
    ['is refused in a room that was closed', { ...room, room: 'closed' }, 'denied'],
    ['is refused in a rehearsal room without ffmpeg', { ...room, hasFfmpeg: false }, 'no_ffmpeg'],
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
    [
      'is refused when the organizer ended the rehearsal an hour before the show',
      { last: stopped, sessionStarts: ['2030-06-01T18:30:00.000Z'] },
      'ended',
    ],
    [
      'is refused when the organizer ended a show and the next one follows within two hours',
      {
        last: { ...stopped, endedAt: '2030-06-01T17:59:58.000Z' },
        sessionStarts: ['2030-06-01T17:00:00.000Z', '2030-06-01T19:30:00.000Z'],
      },
      'ended',
    ],
    [
      'is welcome when the organizer ended another show more than two hours before this one',
      {
        last: { ...stopped, endedAt: '2030-06-01T16:29:59.000Z' },
        sessionStarts: ['2030-06-01T18:30:00.000Z'],
      },
      null,
    ],
  ])('%s', (_what, change, refusal) => {
    expect(encoderRefusal({ ...good, ...change }, now)).toBe(refusal);
  });
});

describe('a broadcast', () => {
  it.each([
    ['the first and idle', { state: 'idle', isFirst: true }, { start: false, stop: false }],
    ['idle after another', { state: 'idle', isFirst: false }, { start: false, stop: true }],
    ['live', { state: 'live', isFirst: true }, { start: false, stop: true }],
    ['ended', { state: 'ended', isFirst: true }, { start: true, stop: false }],
    [
      'ended in a rehearsal room, which the next coming begins anew',
      { state: 'ended', isFirst: true, isRoom: true },
      { start: false, stop: false },
    ],
    ['not there yet', null, { start: false, stop: false }],
  ] as const)('that is %s', (_what, standing, can) => {
    expect(broadcastMoves(standing)).toEqual({ ...can, rotateKeys: true });
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

  it('belongs to the next session when it comes by itself after one that has ended', () => {
    const sessions = [
      { id: 'first', startsAt: '2030-06-01T17:30:00.000Z' },
      { id: 'second', startsAt: '2030-06-01T19:30:00.000Z' },
    ];
    const over = { ...ended, endedAt: '2030-06-01T17:55:00.000Z' };
    expect(sessionAt(sessions, now, over)?.id).toBe('second');
    expect(sessionAt(sessions, now, { state: 'idle', ...open })?.id).toBe('first');
  });
});

describe('a transmission is the show of its session', () => {
  const session = { startsAt: '2030-06-01T20:00:00.000Z', durationMinutes: 90 };

  it.each([
    ['at its hour', '2030-06-01T20:00:00.000Z', 0],
    ['a quarter of an hour before', '2030-06-01T19:45:00.000Z', 0],
    ['not earlier: then from the hour on', '2030-06-01T19:44:59.000Z', 901],
    ['not on another day: then from the hour on', '2030-05-31T20:00:00.000Z', 86_400],
    ['while it is late', '2030-06-01T21:10:00.000Z', 0],
    ['until two hours after its end', '2030-06-01T23:30:00.000Z', 0],
    ['never after that', '2030-06-01T23:30:01.000Z', null],
  ])('%s', (_what, startedAt, seconds) => {
    expect(secondsUntilShow(session, startedAt)).toBe(seconds);
  });

  it('never without a session', () => {
    expect(secondsUntilShow(null, now)).toBeNull();
  });

  it.each([
    ['ended before the hour', '2030-06-01T19:59:59.999Z', false],
    ['ended at the hour or later', '2030-06-01T20:00:00.000Z', true],
  ])('and was it, when it %s: %s', (_what, endedAt, was) => {
    expect(wasShow(session, endedAt)).toBe(was);
    expect(wasShow(null, endedAt)).toBe(false);
  });
});

describe('advice to the organizer', () => {
  const fine = {
    receiving: true,
    bitsPerSecond: 4_000_000,
    framesPerSecond: 30,
    keyframeSeconds: 2,
    droppedFrames: 0,
    hasRest: false,
    hasAudio: true,
    isRecordingWhole: true,
  };
  it.each([
    ['nothing is wrong', {}, []],
    ['frames were left out', { droppedFrames: 31 }, ['low_frame_rate']],
    ['a few frames were left out', { droppedFrames: 30 }, []],
    ['a rendition rests', { hasRest: true }, ['machine_slow']],
    ['keyframes come rarely', { keyframeSeconds: 8 }, ['keyframes_irregular']],
    ['there is no sound', { hasAudio: false }, ['no_audio']],
    ['frames are few', { framesPerSecond: 12 }, ['low_frame_rate']],
    ['the bitrate is very high', { bitsPerSecond: 20_000_000 }, ['high_bitrate']],
    ['a file could not be kept', { isRecordingWhole: false }, ['recording_incomplete']],
    [
      'several things are wrong, the gravest first',
      { hasAudio: false, isRecordingWhole: false },
      ['recording_incomplete', 'no_audio'],
    ],
    ['nothing arrives', { receiving: false, hasAudio: false }, []],
  ] as const)('%s', (_what, change, advice) => {
    expect(adviceFor({ ...fine, ...change })).toEqual(advice);
  });
});

describe('an encoder of a show that is not published', () => {
  it.each<[string, Partial<Situation>, boolean]>([
    ['may be tried with a draft', { productStatus: 'draft' }, true],
    ['may be tried while the channel is in review', { channelState: 'in_review' }, true],
    ['may be tried with both', { productStatus: 'draft', channelState: 'draft' }, true],
    ['is for viewers once it is published', {}, false],
    ['may not in a banned channel', { productStatus: 'draft', channelState: 'banned' }, false],
    ['may not when its owner was blocked', { productStatus: 'draft', ownerMayAct: false }, false],
    ['may not without ffmpeg', { productStatus: 'draft', hasFfmpeg: false }, false],
    ['may not for a video', { productStatus: 'draft', productType: 'vod' }, false],
  ])('%s', (_what, change, may) => {
    expect(canTry({ ...good, ...change }, now)).toBe(may);
  });

  it('is tried for an hour at most, and as long as its encoder sends', () => {
    const good = { seconds: 3600, silentSeconds: 30, isFed: true };
    expect(trialIsOver(good)).toBe(false);
    expect(trialIsOver({ ...good, seconds: 3601 })).toBe(true);
    expect(trialIsOver({ ...good, silentSeconds: 31 })).toBe(true);
    expect(trialIsOver({ ...good, isFed: false })).toBe(true);
    expect([trialsAtOnce(1), trialsAtOnce(4), trialsAtOnce(16)]).toEqual([2, 2, 8]);
  });
});

describe('a transmission before its hour', () => {
  const session = { startsAt: '2030-06-01T20:00:00.000Z', durationMinutes: 90 };
  const live = { state: 'live', startedAt: '2030-06-01T17:50:00.000Z', endedAt: null } as const;
  const over = { ...live, state: 'ended', endedAt: '2030-06-01T18:10:00.000Z' } as const;

  it('is a rehearsal of the show that starts then, on air and after its end', () => {
    expect(rehearsalOf(session, live, now)).toBe(session.startsAt);
    expect(rehearsalOf(session, over, now)).toBe(session.startsAt);
  });

  it('is the show from a quarter of an hour before on, and when it runs into its hour', () => {
    const late = { ...live, startedAt: '2030-06-01T19:45:00.000Z' };
    expect(rehearsalOf(session, late, '2030-06-01T19:50:00.000Z')).toBeNull();
    expect(rehearsalOf(session, live, session.startsAt)).toBeNull();
    expect(rehearsalOf(session, { ...over, endedAt: '2030-06-01T20:00:00.000Z' }, now)).toBeNull();
  });

  it('rehearses nothing without a session, or before a picture came', () => {
    expect(rehearsalOf(null, live, now)).toBeNull();
    expect(rehearsalOf(session, { state: 'idle', startedAt: null, endedAt: null }, now)).toBeNull();
  });
});

describe('a transmission is called off', () => {
  const one = (startsAt: string, cancelledAt: string | null) => ({
    ...{ id: startsAt, startsAt, cancelledAt, durationMinutes: 90 },
  });
  const off = '2030-05-01T00:00:00.000Z';
  const [past, ahead, later] = [
    '2030-06-01T10:00:00.000Z',
    '2030-06-01T20:00:00.000Z',
    '2030-06-02T20:00:00.000Z',
  ];
  it.each([
    ['when its only showing was cancelled', [one(ahead, off)], true],
    ['also when its hour is over', [one(past, off)], true],
    ['not when another one takes place', [one(ahead, off), one(later, null)], false],
    ['when the one before took place', [one(past, null), one(ahead, off)], true],
    ['not after the cancelled one any more', [one(past, off), one(past, null)], false],
    ['not without showings', [], false],
    ['not when nothing was cancelled', [one(past, null)], false],
  ] as const)('%s', (_, sessions, expected) => {
    expect(isCalledOff(sessions, now)).toBe(expected);
  });
});
