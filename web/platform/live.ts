import { useEffect, useEffectEvent } from 'react';
import type { Socket } from 'socket.io-client';
import { sessionUser } from '#web/platform/session.ts';
import { currentLanguage } from '#web/platform/words.ts';

let opening: Promise<Socket> | null = null;

/** The one socket of this page, opened when first asked for; it knows who is logged in. */
export function live(): Promise<Socket> {
  opening ??= import('socket.io-client').then(({ io }) =>
    io({
      transports: ['websocket'],
      auth: (give) => give({ token: sessionUser()?.authToken, language: currentLanguage() }),
    }),
  );
  return opening;
}

/** The socket if there is one: whoever only says goodbye opens none for it. */
export const liveIfOpen = (): Promise<Socket> | null => opening;

/** Closes the socket, so that the next one is opened as somebody else (after log-in or log-out). */
export function closeLive(): void {
  void opening?.then((socket) => socket.disconnect());
  opening = null;
}

/** Hears an event while the component is on the screen. */
export function useLive<Said extends unknown[]>(
  event: string,
  listener: (...said: Said) => void,
  enabled = true,
): void {
  const hear = useEffectEvent(listener);
  useEffect(() => {
    if (!enabled) return;
    let stop = () => {};
    let gone = false;
    const heard = (...said: unknown[]) => hear(...(said as Said));
    void live().then((socket) => {
      if (gone) return;
      socket.on(event, heard);
      stop = () => socket.off(event, heard);
    });
    return () => {
      gone = true;
      stop();
    };
  }, [event, enabled]);
}
