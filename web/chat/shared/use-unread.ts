import { useState } from 'react';
import type { ChatMessage } from '#contract/chat.ts';
import { sessionUser } from '#web/platform/session.ts';
import type { Chat } from './use-chat.ts';

/** How many messages of others came after the last that was seen. */
export const unreadOf = (messages: ChatMessage[], seen: string, me: string | undefined): number =>
  messages.filter(({ shownAt, author }) => shownAt > seen && author.id !== me).length;

/** What was said while the chat was closed; what was there on coming in is not news. */
export function useUnread({ messages, state }: Chat, reading: boolean): number {
  const [seen, setSeen] = useState<string | null>(null);
  const last = messages.at(-1)?.shownAt ?? '';
  const isIn = state.kind === 'in';
  if (isIn && (reading || seen === null) && seen !== last) setSeen(last);
  return reading || seen === null ? 0 : unreadOf(messages, seen, sessionUser()?.id);
}
