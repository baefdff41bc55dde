import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openSocketDoor, socketsPerAddress } from './socket-door.ts';

function aRequest(remoteAddress: string) {
  const socket = Object.assign(new EventEmitter(), { remoteAddress });
  return { socket, headers: {} } as unknown as IncomingMessage & { socket: EventEmitter };
}

describe('sockets of one address', () => {
  it('have room up to a number, and again when one of them has closed', () => {
    const door = openSocketDoor(100);
    const inside = Array.from({ length: socketsPerAddress }, () => aRequest('203.0.113.7'));
    expect(inside.every((one) => door.admit(one))).toBe(true);
    expect(door.admit(aRequest('203.0.113.7'))).toBe(false);
    expect(door.admit(aRequest('203.0.113.8'))).toBe(true);
    inside[0]?.socket.emit('close');
    expect(door.admit(aRequest('203.0.113.7'))).toBe(true);
  });

  it('ask so many times a minute together, whoever they say they are', () => {
    const door = openSocketDoor(3);
    const address = door.addressOf(aRequest('::ffff:203.0.113.7'));
    expect([1, 2, 3].map(() => door.takeCall(address))).toEqual([0, 0, 0]);
    expect(door.takeCall(address)).toBeGreaterThan(0);
    expect(door.takeCall(door.addressOf(aRequest('203.0.113.8')))).toBe(0);
  });

  it('are not counted where limits are switched off', () => {
    const door = openSocketDoor(0);
    const crowd = Array.from({ length: socketsPerAddress + 1 }, () => aRequest('203.0.113.7'));
    expect(crowd.every((one) => door.admit(one))).toBe(true);
    expect(door.takeCall('203.0.113.7')).toBe(0);
  });
});
