import type { ChatMessage, ChatSaid } from '#contract/chat.ts';
import { tell, tellVolatile } from '#server/platform/live.ts';

/** Everyone who reads along, as the sockets know them. */
export const readersOf = (productId: string): string => `product:${productId}`;
/** Those of them who see what waits for approval. */
export const moderatorsOf = (productId: string): string => `product:${productId}:moderators`;

/** Messages that come close together leave as one: a busy chat costs its readers fewer frames. */
const windowMs = 40;
type Window = { waiting: ChatMessage[]; timer: NodeJS.Timeout };
const windows = new Map<string, Window>();

function tellChat<E extends keyof ChatSaid>(whom: string, event: E, said: ChatSaid[E]): void {
  tell(whom, event, said);
}

/** Says a message to everybody: at once in a quiet chat, in a bundle in a busy one. */
export function sayToReaders(productId: string, message: ChatMessage): void {
  const open = windows.get(productId);
  if (open) {
    open.waiting.push(message);
    return;
  }
  tellChat(readersOf(productId), 'chat:messages', { productId, messages: [message] });
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
  tellChat(readersOf(productId), 'chat:messages', { productId, messages });
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
  tellChat(readersOf(productId), 'chat:removed', { productId, messageIds });
}

export function sayReaders(productId: string, readers: number): void {
  tellVolatile(readersOf(productId), 'chat:readers', { productId, readers });
}
