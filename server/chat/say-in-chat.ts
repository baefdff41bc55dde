import type { ChatMessage, ChatSay } from '#contract/chat.ts';
import { nowMs, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { remembered } from '#server/platform/remembered.ts';
import { findConfig } from '#server/site/index.ts';
import { keepMessage } from './chat.store.ts';
import { cleanText, faultOfText, type Pace, publicName, takeTurn } from './messages.rules.ts';
import { demandPlace } from './place.ts';
import { sayPending, sayToReaders } from './tell-readers.ts';

const paces = remembered(new Map<string, Pace>());
const mostPaces = 20_000;

/**
 * Says something in a chat. With moderated chat on it waits for a moderator; what moderators say
 * never waits. Rights are asked again for every message.
 */
export async function sayInChat(actor: Actor, { productId, body }: ChatSay): Promise<ChatMessage> {
  const text = cleanText(body);
  const fault = faultOfText(text);
  if (fault) refuse('VALIDATION', { fields: { body: fault } });
  const access = await demandPlace(actor, productId);
  if (!access.write) refuse(access.silence === 'muted' ? 'CHAT_MUTED' : 'CHAT_DISABLED');
  demandPace(`${productId} ${actor.id}`);
  const waits = (await findConfig()).moderatedChat && !access.moderate;
  const state = waits ? 'pending' : 'approved';
  const at = nowText();
  const id = await keepMessage(db(), { productId, authorId: actor.id, body: text, state, at });
  const author = { id: actor.id, name: publicName(actor), moderator: access.moderate };
  const message: ChatMessage = { id, author, body: text, state, sentAt: at, shownAt: at };
  (waits ? sayPending : sayToReaders)(productId, message);
  return message;
}

function demandPace(key: string): void {
  const { pace, wait } = takeTurn(paces.get(key) ?? null, nowMs());
  if (paces.size >= mostPaces) paces.clear();
  paces.set(key, pace);
  if (wait > 0) refuse('CHAT_TOO_FAST', { values: { seconds: wait } });
}
