import type { z } from 'zod';
import {
  type ChatAnswer,
  ChatDecide,
  ChatJoin,
  type ChatJoined,
  ChatLeave,
  type ChatRefused,
  ChatRestrict,
  ChatSay,
} from '#contract/chat.ts';
import { isLanguage, type Language } from '#contract/shared/languages.ts';
import { identify } from '#server/accounts/index.ts';
import { db } from '#server/platform/database/index.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { errorAnswer } from '#server/platform/http/faults.ts';
import { Limiter } from '#server/platform/http/limits.ts';
import { type LiveSocket, type SocketArea, socketsIn, takeCall } from '#server/platform/live.ts';
import { findConfig } from '#server/site/index.ts';
import { listLastMessages } from './chat.queries.ts';
import { chatAccess, checkReaders, leaveChat, tellAccess, watchReaders } from './check-readers.ts';
import { decideMessage, listRestrictedIn, restrictPerson } from './moderate-chat.ts';
import { demandPlace } from './place.ts';
import { sayInChat } from './say-in-chat.ts';
import { readersOf } from './tell-readers.ts';

/** All requests of one person together, whatever they ask. */
const requests = new Limiter(240);
const chatsPerSocket = 5;

/** What the chat hears from a socket. Every request is answered, with what it asked or a refusal. */
export const chatSockets: SocketArea = {
  connected: (socket) => {
    hear(socket, 'chat:join', ChatJoin, (actor, { productId }) => join(socket, actor, productId));
    hear(socket, 'chat:leave', ChatLeave, async (_actor, { productId }) => {
      leaveChat(socket, productId);
      return null;
    });
    hear(socket, 'chat:say', ChatSay, sayInChat);
    hear(socket, 'chat:decide', ChatDecide, decideMessage);
    hear(socket, 'chat:restricted', ChatJoin, listRestrictedIn);
    hear(socket, 'chat:restrict', ChatRestrict, async (actor, input) => {
      await restrictPerson(actor, input);
      await checkReaders(input.productId);
      return null;
    });
  },
};

type Acknowledge = (answer: ChatAnswer<unknown>) => void;

function hear<S extends z.ZodType>(
  socket: LiveSocket,
  event: string,
  schema: S,
  act: (actor: Actor, input: z.output<S>) => Promise<unknown>,
): void {
  socket.on(event, async (given: unknown, acknowledge: unknown) => {
    const answer = (said: ChatAnswer<unknown>) => {
      if (typeof acknowledge === 'function') (acknowledge as Acknowledge)(said);
    };
    try {
      const actor = await whoSpeaks(socket);
      const input = schema.safeParse(given);
      if (!input.success) refuse('BAD_REQUEST');
      answer({ ok: true, answer: await act(actor, input.data) });
    } catch (error) {
      answer({ ok: false, refused: refusedAs(error, languageOf(socket)) });
    }
  });
}

/** The person behind a socket as of now: a log-in that has ended speaks no more. */
async function whoSpeaks(socket: LiveSocket): Promise<Actor> {
  // Before the first question to the database: strangers may send as fast as the line allows.
  demandTurn(takeCall(socket));
  const { token } = socket.handshake.auth as { token?: unknown };
  const actor = typeof token === 'string' ? await identify(token.slice(0, 200)) : null;
  if (!actor) refuse('NOT_LOGGED_IN');
  demandTurn(requests.take(actor.id));
  socket.data.actor = actor;
  return actor;
}

function demandTurn(seconds: number): void {
  if (seconds) refuse('TOO_MANY_REQUESTS', { values: { seconds } });
}

/** The language of the screen, if it says so in the handshake, else that of the account. */
function languageOf(socket: LiveSocket): Language {
  const { language } = socket.handshake.auth as { language?: unknown };
  return isLanguage(language) ? language : (socket.data.actor?.language ?? 'en');
}

function refusedAs(error: unknown, language: Language): ChatRefused {
  const { code, values, fields } = error instanceof Refusal ? error : new Refusal('SERVER_ERROR');
  const said = errorAnswer(code, language, { requestId: '', values, fields });
  return {
    code,
    message: said.message,
    ...(values.seconds ? { seconds: Number(values.seconds) } : {}),
    ...(said.fields
      ? {
          fields: Object.fromEntries(
            Object.entries(said.fields).map(([name, { message }]) => [name, message]),
          ),
        }
      : {}),
  };
}

async function join(socket: LiveSocket, actor: Actor, productId: string): Promise<ChatJoined> {
  const access = await demandPlace(actor, productId);
  const joined = [...socket.rooms].filter((one) => /^product:[^:]+$/.test(one));
  if (joined.length >= chatsPerSocket && !joined.includes(readersOf(productId)))
    refuse('BAD_REQUEST');
  // In first, then the history: what is said between the two comes twice and is known by its id.
  await socket.join(readersOf(productId));
  watchReaders(productId);
  const shown = chatAccess(productId, access, (await findConfig()).moderatedChat);
  tellAccess(socket, shown, true);
  const reader = { id: actor.id, moderator: access.moderate };
  return {
    messages: await listLastMessages(db(), productId, reader),
    access: shown,
    readers: socketsIn(readersOf(productId)),
  };
}
