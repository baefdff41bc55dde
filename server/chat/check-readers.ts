import type { ChatAccess } from '#contract/chat.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { errorAnswer } from '#server/platform/http/faults.ts';
import { type LiveSocket, membersOf, socketsIn } from '#server/platform/live.ts';
import { findConfig } from '#server/site/index.ts';
import type { Access } from './access.rules.ts';
import { listLiveLogIns, listPlaces } from './chat.queries.ts';
import { accessAt } from './place.ts';
import { findShow, forgetShow } from './show.ts';
import { moderatorsOf, readersOf, sayReaders } from './tell-readers.ts';

/** Everyone in a chat is looked at again this often: who lost their place is out within 10 s. */
const everyMs = 4000;
const open = new Map<string, { readers: number }>();
let timer: NodeJS.Timeout | null = null;

/** From now on those who read this chat are looked after, until nobody does. */
export function watchReaders(productId: string): void {
  if (!open.has(productId)) open.set(productId, { readers: 0 });
  timer ??= setInterval(() => void checkAll(), everyMs).unref();
}

async function checkAll(): Promise<void> {
  for (const productId of [...open.keys()]) {
    // A database that is away a moment throws nobody out; the next round asks again.
    await checkReaders(productId).catch(() => undefined);
  }
  if (open.size > 0 || !timer) return;
  clearInterval(timer);
  timer = null;
}

/** Looks again at everyone in a chat: who has no place goes, who may do more or less is told. */
export async function checkReaders(productId: string): Promise<void> {
  const members = membersOf(readersOf(productId));
  if (members.length === 0) {
    open.delete(productId);
    return;
  }
  const show = await findShow(productId);
  const actors = members.flatMap(({ data }) => data.actor ?? []);
  const [places, logIns, { moderatedChat }] = await Promise.all([
    listPlaces(db(), productId, [...new Set(actors.map(({ id }) => id))]),
    listLiveLogIns(db(), [...new Set(actors.map(({ tokenDigest }) => tokenDigest))], nowText()),
    findConfig(),
  ]);
  const placeOf = new Map(places.map((place) => [place.userId, place]));
  for (const socket of members) {
    const { actor } = socket.data;
    const place = actor && placeOf.get(actor.id);
    if (!actor || !place || !show || !logIns.has(actor.tokenDigest)) {
      putOut(socket, productId, 'NOT_LOGGED_IN');
      continue;
    }
    const access = accessAt(show, place);
    if (access.read) tellAccess(socket, chatAccess(productId, access, moderatedChat));
    else putOut(socket, productId, access.banned ? 'CHAT_BANNED' : 'CHAT_DISABLED');
  }
  countReaders(productId);
}

/** Something about the show has changed: everyone is looked at again, now. */
export function showChanged(productId: string): void {
  forgetShow(productId);
  if (open.has(productId)) void checkReaders(productId).catch(() => undefined);
}

export const chatAccess = (productId: string, access: Access, moderated: boolean): ChatAccess => ({
  productId,
  write: access.write,
  moderate: access.moderate,
  moderated,
  silence: access.silence,
});

function putOut(socket: LiveSocket, productId: string, code: ErrorCode): void {
  const { message } = errorAnswer(code, socket.data.actor?.language ?? 'en', { requestId: '' });
  socket.emit('chat:out', { productId, code, message });
  leaveChat(socket, productId);
}

/** Takes a socket out of a chat, with everything that was known of it there. */
export function leaveChat(socket: LiveSocket, productId: string): void {
  void socket.leave(readersOf(productId));
  void socket.leave(moderatorsOf(productId));
  (socket.data as Remembering).chat?.delete(productId);
}

type Remembering = { chat?: Map<string, string> };

/** Tells somebody what they may do, if it is not what they know already. */
export function tellAccess(socket: LiveSocket, access: ChatAccess, silently = false): void {
  const data = socket.data as Remembering;
  data.chat ??= new Map();
  const moderators = moderatorsOf(access.productId);
  if (access.moderate !== socket.rooms.has(moderators)) {
    void (access.moderate ? socket.join(moderators) : socket.leave(moderators));
  }
  const text = JSON.stringify(access);
  if (data.chat.get(access.productId) === text) return;
  data.chat.set(access.productId, text);
  if (!silently) socket.emit('chat:access', access);
}

function countReaders(productId: string): void {
  const known = open.get(productId);
  const readers = socketsIn(readersOf(productId));
  if (!known || known.readers === readers) return;
  known.readers = readers;
  sayReaders(productId, readers);
}
