import { expect, test } from 'vitest';
import type { ChannelState } from '#contract/channels.ts';
import { firstChannel } from './first-channel.ts';

type Channel = { slug: string; state: ChannelState };
const newest: Channel = { slug: 'newest', state: 'draft' };
const open: Channel = { slug: 'open', state: 'published' };
const older: Channel = { slug: 'older', state: 'published' };
const oldest: Channel = { slug: 'oldest', state: 'in_review' };

test.each([
  ['the one that somebody comes from', [newest, open, oldest], 'oldest', 'oldest'],
  ['else the newest that is published', [newest, open, older], null, 'open'],
  ['also when that one is not there', [newest, open, older], 'nowhere', 'open'],
  ['else the newest', [newest, oldest], null, 'newest'],
  ['none where there is none', [], 'open', undefined],
])('something new begins in %s', (_, channels, comesFrom, slug) => {
  expect(firstChannel(channels, comesFrom)?.slug).toBe(slug);
});
