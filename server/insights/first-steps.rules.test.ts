import { describe, expect, it } from 'vitest';
import type { ChannelStanding } from '#server/channels/index.ts';
import { firstStepsOf, type House, type ShowStanding } from './first-steps.rules.ts';

const channel = (given: Partial<ChannelStanding> = {}): ChannelStanding => ({
  slug: 'cellar',
  state: 'published',
  hasIban: true,
  missing: 0,
  ...given,
});
const show = (given: Partial<ShowStanding> = {}): ShowStanding => ({
  slug: 'night',
  channel: 'cellar',
  isPublished: true,
  hasPicture: true,
  hasSession: true,
  wasStreamed: true,
  tickets: 1,
  ...given,
});
const draft = { isPublished: false, wasStreamed: false, tickets: 0 };
const states = (house: House) =>
  Object.fromEntries(firstStepsOf(house, false).steps.map(({ step, state }) => [step, state]));
const current = (house: House) =>
  firstStepsOf(house, false).steps.find(({ state }) => state === 'current')?.step;

describe('the first steps of an organizer', () => {
  it('begin with a channel; the address is confirmed already', () => {
    const { steps, done, can } = firstStepsOf({ channels: [], shows: [] }, false);
    expect(steps.map(({ state }) => state)).toEqual([
      'done',
      'current',
      ...Array.from({ length: 6 }, () => 'open'),
    ]);
    expect([done, can.hide]).toEqual([1, false]);
  });

  it('go on with what the channel lacks', () => {
    const house = {
      channels: [channel({ state: 'draft', missing: 4, hasIban: false })],
      shows: [],
    };
    expect(current(house)).toBe('submit_channel');
    const step = firstStepsOf(house, false).steps.find((one) => one.step === 'submit_channel');
    expect([step?.missing, step?.channel]).toEqual([4, 'cellar']);
  });

  it('are to send a channel again that was sent back', () => {
    expect(current({ channels: [channel({ state: 'draft' })], shows: [] })).toBe('submit_channel');
  });

  it('go on while the team looks at the channel: the show, then a test of the stream', () => {
    const channels = [channel({ state: 'in_review', hasIban: false })];
    expect(current({ channels, shows: [] })).toBe('create_show');
    const half = show({ ...draft, hasPicture: false });
    expect(current({ channels, shows: [half] })).toBe('create_show');
    expect(current({ channels, shows: [show(draft)] })).toBe('test_stream');
    const tried = { channels, shows: [show({ ...draft, wasStreamed: true })] };
    expect(current(tried)).toBeUndefined();
    expect(states(tried)).toMatchObject({
      test_stream: 'done',
      publish_show: 'waiting',
      add_iban: 'open',
      share_link: 'open',
    });
  });

  it('end with publishing, an account to be paid to, and the first ticket', () => {
    const tried = { ...draft, wasStreamed: true };
    const channels = [channel({ hasIban: false })];
    expect(current({ channels, shows: [show(tried)] })).toBe('publish_show');
    const out = [show({ tickets: 0 })];
    expect(current({ channels, shows: out })).toBe('add_iban');
    expect(current({ channels: [channel()], shows: out })).toBe('share_link');
    const all = firstStepsOf({ channels: [channel()], shows: [show()] }, false);
    expect([all.done, all.can.hide, all.hidden]).toEqual([8, true, false]);
  });

  it('are about the channel and the show that are furthest', () => {
    const house = {
      channels: [channel({ slug: 'old', state: 'draft' }), channel()],
      shows: [show({ ...draft, slug: 'raw', hasSession: false }), show({ slug: 'out' })],
    };
    const [step] = firstStepsOf(house, false).steps;
    expect([step?.channel, step?.product]).toEqual(['cellar', 'out']);
    expect(current({ channels: [channel({ state: 'banned' })], shows: [] })).toBe('create_channel');
  });

  it('are put away only when all are done', () => {
    const done = { channels: [channel()], shows: [show()] };
    expect(firstStepsOf(done, true).hidden).toBe(true);
    expect(firstStepsOf({ ...done, shows: [] }, true).hidden).toBe(false);
  });
});
