import type { ChatMessage, ChatSaid } from '#contract/chat.ts';
import { tell, tellVolatile } from '#server/platform/live.ts';

/** Everyone who reads along. */
export const roomOf = (productId: string): string => `product:${productId}`;
/** Those of them who see what waits for approval. */
export const moderatorsOf = (productId: string): string => `product:${productId}:moderators`;

/** Messages that come close together leave as one: a busy room costs its readers fewer frames. */
const windowMs = 40;
type Window = { waiting: ChatMessage[]; timer: NodeJS.Timeout };
const windows = new Map<string, Window>();

function tellChat<E extends keyof ChatSaid>(room: string, event: E, said: ChatSaid[E]): void {
  tell(room, event, said);
}

/** Says a message to the whole room: at once in a quiet room, in a bundle in a busy one. */
export function sayToRoom(productId: string, message: ChatMessage): void {
  const open = windows.get(productId);
  if (open) {
    open.waiting.push(message);
    return;
  }
  tellChat(roomOf(productId), 'chat:messages', { productId, messages: [message] });
  openWindow(productId);
}

function openWindow(productId: string): void {
  const timer = setTimeout(() => closeWindow(productId), windowMs);
  windows.set(productId, { waiting: [], timer });
}

function closeWindow(productId: string): void {
  const messages = windows.get(productId)?.waiting ?? [];
  windows.delete(productId);
  if (messages.length === 0) return;
  tellChat(roomOf(productId), 'chat:messages', { productId, messages });
  openWindow(productId);
}

/** Says a pending message to its author and to the moderators. */
export function sayPending(productId: string, message: ChatMessage): void {
  const said = { productId, messages: [message] };
  tellChat(moderatorsOf(productId), 'chat:messages', said);
  if (!message.author.moderator) tellChat(`user:${message.author.id}`, 'chat:messages', said);
}

export function sayRemoved(productId: string, messageIds: string[]): void {
  if (messageIds.length === 0) return;
  tellChat(roomOf(productId), 'chat:removed', { productId, messageIds });
}

export function sayReaders(productId: string, readers: number): void {
  tellVolatile(roomOf(productId), 'chat:readers', { productId, readers });
}
