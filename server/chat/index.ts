/** The door of `chat`: the sockets, the show behind a chat, and word that it changed. */
export { mayRead, mayWrite } from './access.rules.ts';
export { removeChat } from './chat.store.ts';
export { showChanged } from './check-readers.ts';
export { findShow, type Show, showFor } from './show.ts';
export { chatSockets } from './sockets.ts';
