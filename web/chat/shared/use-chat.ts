import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  ChatAccess,
  ChatAnswer,
  ChatJoined,
  ChatMessage,
  ChatRefused,
  ChatRestriction,
  ChatSaid,
} from '#contract/chat.ts';
import { live, liveIfOpen, useLive } from '#web/platform/live.ts';
import { mergeHistory, mergeMessages, withoutMessages } from './message-list.ts';

export type ChatState =
  | { kind: 'joining' }
  | { kind: 'out'; message: string }
  | { kind: 'in'; access: ChatAccess };

/** Long enough for a slow phone; then the person should know. */
const patienceMs = 10_000;

async function ask<T>(event: string, input: unknown): Promise<ChatAnswer<T>> {
  const socket = await live();
  try {
    return await socket.timeout(patienceMs).emitWithAck(event, input);
  } catch {
    return { ok: false, refused: { code: 'NETWORK', message: '' } };
  }
}

/** The chat of a product: its messages, what one may do in it, and how to do it. */
export function useChat(productId: string) {
  const [messages, setMessages] = useState<ChatMessage[]>([]);
  const [readers, setReaders] = useState(0);
  const [state, setState] = useState<ChatState>({ kind: 'joining' });
  const shown = useRef(productId);
  shown.current = productId;

  const join = useCallback(async () => {
    const joined = await ask<ChatJoined>('chat:join', { productId });
    if (shown.current !== productId) return;
    if (!joined.ok) {
      // Without a connection nothing is known: the next one joins again.
      if (joined.refused.code !== 'NETWORK') {
        setState({ kind: 'out', message: joined.refused.message });
      }
      return;
    }
    setMessages((old) => mergeHistory(old, joined.answer.messages));
    setReaders(joined.answer.readers);
    setState({ kind: 'in', access: joined.answer.access });
  }, [productId]);

  useEffect(() => {
    setMessages([]);
    setState({ kind: 'joining' });
    void join();
    return () => {
      void liveIfOpen()?.then((socket) => socket.emit('chat:leave', { productId }));
    };
  }, [productId, join]);

  // After a break: the last hundred messages take the place of what was known of that time.
  const hadConnection = useRef(false);
  useLive('connect', () => {
    if (hadConnection.current) void join();
    hadConnection.current = true;
  });
  useEffect(() => {
    void live().then((socket) => {
      hadConnection.current = socket.connected;
    });
  }, []);

  useSaid('chat:messages', productId, (said) =>
    setMessages((old) => mergeMessages(old, said.messages)),
  );
  useSaid('chat:removed', productId, (said) =>
    setMessages((old) => withoutMessages(old, said.messageIds)),
  );
  useSaid('chat:readers', productId, (said) => setReaders(said.readers));
  useSaid('chat:access', productId, (access) => setState({ kind: 'in', access }));
  useSaid('chat:out', productId, ({ message }) => setState({ kind: 'out', message }));

  const say = async (body: string): Promise<ChatRefused | null> => {
    const said = await ask<ChatMessage>('chat:say', { productId, body });
    if (!said.ok) return said.refused;
    setMessages((old) => mergeMessages(old, [said.answer]));
    return null;
  };
  const decide = (messageId: string, decision: 'approve' | 'delete') =>
    ask('chat:decide', { productId, messageId, decision });
  const restrict = (userId: string, kind: 'muted' | 'banned' | 'none', minutes?: number) =>
    ask('chat:restrict', { productId, userId, kind, minutes });

  const listRestricted = () => ask<ChatRestriction[]>('chat:restricted', { productId });

  return { messages, readers, state, join, say, decide, restrict, listRestricted };
}

export type Chat = ReturnType<typeof useChat>;

/** Hears what a chat says; a socket may be in more than one. */
function useSaid<E extends keyof ChatSaid>(
  event: E,
  productId: string,
  listener: (said: ChatSaid[E]) => void,
): void {
  useLive<[ChatSaid[E]]>(event, (said) => {
    if (said.productId === productId) listener(said);
  });
}
