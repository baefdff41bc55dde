import type { IncomingMessage } from 'node:http';
import { config } from '../config.ts';
import { addressKey, Limiter } from './limits.ts';
import { visitorAddress } from './visitor-address.ts';

/** Sockets of one kind from one address at the same time: a large house behind one router. */
export const socketsPerAddress = 300;

/**
 * Who comes in by socket, counted by address: the limits of HTTP do not see them. RATE_LIMIT, calls
 * per minute and address, holds for what is asked over sockets as well; 0 switches both off.
 */
export type SocketDoor = {
  /** The address as limits count it. */
  addressOf: (request: IncomingMessage) => string;
  /** Counts a socket until it closes; false when its address has too many open already. */
  admit: (request: IncomingMessage) => boolean;
  /** Takes one call; answers 0, or the seconds until the next one is there. */
  takeCall: (address: string) => number;
};

export function openSocketDoor(limit: number = config().RATE_LIMIT): SocketDoor {
  const inside = new Map<string, number>();
  const calls = limit ? new Limiter(limit) : null;
  const addressOf = (request: IncomingMessage): string => addressKey(visitorAddress(request));
  return {
    addressOf,
    admit: (request) => {
      const address = addressOf(request);
      const others = inside.get(address) ?? 0;
      if (limit > 0 && others >= socketsPerAddress) return false;
      inside.set(address, others + 1);
      request.socket.once('close', () => {
        const left = (inside.get(address) ?? 1) - 1;
        if (left > 0) inside.set(address, left);
        else inside.delete(address);
      });
      return true;
    },
    takeCall: (address) => calls?.take(address) ?? 0,
  };
}
