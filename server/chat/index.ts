/** The door of `chat`: the sockets, the show behind a room, and word that it changed. */
export { mayRead, mayWrite } from './access.rules.ts';
export { removeRoom } from './chat.store.ts';
export { showChanged } from './check-room.ts';
export { roomOf } from './rooms.ts';
export { findShow, type Show, showFor } from './show.ts';
export { chatSockets } from './sockets.ts';
