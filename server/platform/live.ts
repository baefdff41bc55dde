import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import { config } from './config.ts';
import { hearOthers, tellOthers } from './database/processes.ts';
import type { Actor, Identify } from './http/actor.ts';
import { openSocketDoor, type SocketDoor } from './http/socket-door.ts';

/** What an area hears from one socket: named requests with an acknowledgement. */
export type SocketArea = {
  /** Called once for each new connection. Handlers are put on the socket here. */
  connected: (socket: LiveSocket) => void;
};

/** `address`: whose it is, as limits count it. */
export type LiveSocket = Socket & { data: { actor: Actor | null; address: string } };

let server: Server | null = null;
let door: SocketDoor | null = null;

/**
 * Opens the sockets at /socket.io (websocket only). The token comes in the handshake; a socket
 * without one is a visitor. Origins other than ours are refused, and too many of one address.
 */
export function openSockets(app: FastifyInstance, identify: Identify, areas: SocketArea[]): void {
  const way = openSocketDoor();
  const io = new Server(app.server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    pingInterval: 20_000,
    pingTimeout: 15_000,
    allowRequest: (request, answer) =>
      answer(null, sameOrigin(request.headers.origin, request.headers.host) && way.admit(request)),
  });
  io.use(async (socket, next) => {
    socket.data.address = way.addressOf(socket.request);
    const token: unknown = socket.handshake.auth.token;
    socket.data.actor =
      typeof token === 'string' && token.length < 200
        ? await identify(token).catch(() => null)
        : null;
    next();
  });
  io.on('connection', (socket) => {
    const { actor } = socket.data as LiveSocket['data'];
    if (actor) void socket.join([`user:${actor.id}`, `token:${actor.tokenDigest}`]);
    for (const area of areas) area.connected(socket as LiveSocket);
  });
  app.addHook('preClose', async () => {
    // Viewers come back by themselves, to another process if this one is going.
    io.disconnectSockets(true);
    await io.close();
    server = null;
  });
  server = io;
  door = way;
  if (!isBehind()) hearOthers(topic, say);
}

function sameOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (!origin) return true;
  return origin === config().PUBLIC_URL || URL.parse(origin)?.host === host;
}

/**
 * Sends `event` to everyone in a room. A process without the role `web` has no sockets: it has those
 * that do say it. Does nothing before sockets open.
 */
export function tell(room: string, event: string, ...said: unknown[]): void {
  server?.to(room).emit(event, ...said);
  if (isBehind()) tellOthers(topic, { room, event, said } satisfies Said);
}

/** What a process behind the site wants said: an event in a room, or, without one, that it be cut. */
type Said = { room: string; event?: string; said?: unknown[] };
const topic = 'sockets';
const isBehind = (): boolean => !config().ROLES.includes('web');

function say({ room, event, said = [] }: Said): void {
  if (event === undefined) server?.in(room).disconnectSockets(true);
  else server?.to(room).emit(event, ...said);
}

/** Like `tell`, for what may be lost when a reader is slow (counters). */
export function tellVolatile(room: string, event: string, ...said: unknown[]): void {
  server?.to(room).volatile.emit(event, ...said);
}

/** Cuts every socket of a user or of one log-in: `user:{id}` or `token:{digest}`. */
export function cutSockets(room: string): void {
  server?.in(room).disconnectSockets(true);
  if (isBehind()) tellOthers(topic, { room } satisfies Said);
}

/**
 * Takes one call of the address behind a socket, before it costs anything; answers 0, or the seconds
 * until the next one is there.
 */
export const takeCall = (socket: LiveSocket): number => door?.takeCall(socket.data.address) ?? 0;

/** How many sockets are in a room here. */
export const socketsIn = (room: string): number =>
  server?.sockets.adapter.rooms.get(room)?.size ?? 0;

/** The sockets that are in a room here. */
export function membersOf(room: string): LiveSocket[] {
  const ids = server?.sockets.adapter.rooms.get(room) ?? new Set<string>();
  return [...ids].flatMap((id) => {
    const socket = server?.sockets.sockets.get(id);
    return socket ? [socket as LiveSocket] : [];
  });
}
