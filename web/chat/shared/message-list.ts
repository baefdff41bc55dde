import type { ChatMessage } from '#contract/chat.ts';

/** More than anybody scrolls back; older ones go, so that a long evening stays light. */
const most = 200;

const inOrder = (a: ChatMessage, b: ChatMessage): number =>
  a.shownAt === b.shownAt ? (a.id < b.id ? -1 : 1) : a.shownAt < b.shownAt ? -1 : 1;

/** New words of the chat: each message once, in the order of the chat. */
export function mergeMessages(known: ChatMessage[], said: ChatMessage[]): ChatMessage[] {
  const last = known.at(-1);
  const ids = new Set(known.map(({ id }) => id));
  const follow = said.every((one) => !ids.has(one.id) && (!last || inOrder(last, one) < 0));
  if (follow) return [...known, ...said].slice(-most);
  const byId = new Map([...known, ...said].map((message) => [message.id, message]));
  return [...byId.values()].sort(inOrder).slice(-most);
}

/**
 * The history after joining (again): it takes the place of everything known of its time, so that
 * nothing is doubled and what was deleted meanwhile is gone. What is older stays.
 */
export function mergeHistory(known: ChatMessage[], history: ChatMessage[]): ChatMessage[] {
  const first = history[0];
  if (!first) return [];
  const ids = new Set(history.map(({ id }) => id));
  const older = known.filter((one) => !ids.has(one.id) && inOrder(one, first) < 0);
  return [...older, ...history].slice(-most);
}

export const withoutMessages = (known: ChatMessage[], ids: string[]): ChatMessage[] =>
  known.filter(({ id }) => !ids.includes(id));
