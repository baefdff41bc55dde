import { expect, test } from 'vitest';
import type { ChatMessage } from '#contract/chat.ts';
import { unreadOf } from './use-unread.ts';

const said = (by: string, shownAt: string): ChatMessage => ({
  id: `${by}-${shownAt}`,
  author: { id: by, name: by, moderator: false },
  body: 'Bravo',
  state: 'approved',
  sentAt: shownAt,
  shownAt,
});

test('unread is what others said after the last message that was seen', () => {
  const talk = [said('ana', '10:00'), said('me', '10:01'), said('ana', '10:02')];
  expect(unreadOf(talk, '10:00', 'me')).toBe(1);
  expect(unreadOf(talk, '10:02', 'me')).toBe(0);
  expect(unreadOf(talk, '', 'me')).toBe(2);
  expect(unreadOf([], '', 'me')).toBe(0);
});
