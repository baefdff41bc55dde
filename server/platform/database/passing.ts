/** By SQLSTATE: lost connections, too many of them, a stopping server, locks and time that ran out. */
const states = /^(08...|53300|57P0.|57014|55P03|40001|40P01)$/;
/** What the pool says without a code: no connection came free in time, or one was cut. */
const words =
  /^(timeout exceeded when trying to connect|Connection terminated\b|Client has encountered a connection error\b)/;

type Said = { code?: string; message?: string; syscall?: string };

/** What the system says when nobody listens, or the line was cut: by loopback or by a socket. */
const calls = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** Is the database out of reach or behind for now, so that the same may go well in a moment? */
export function isPassing(error: unknown): boolean {
  const { code = '', message = '', syscall } = (error ?? {}) as Said;
  // The file of a socket goes with its server.
  if (code === 'ENOENT') return syscall === 'connect';
  return states.test(code) || calls.includes(code) || words.test(message);
}
