import { sayIn } from '#web/platform/words.ts';

type Told = { code?: unknown; message?: unknown; status?: unknown; data?: Told | null };

/** The code and sentence of whatever was thrown: an ApiError, a refusal of a loader, a fault. */
export function toldBy(error: unknown): { status: number; code: string; message: string } {
  const given = (error ?? {}) as Told;
  const told = given.data ?? given;
  const isRefusal = typeof told.code === 'string';
  return {
    status: typeof given.status === 'number' ? given.status : 500,
    code: isRefusal ? String(told.code) : 'SERVER_ERROR',
    // The message of a fault of ours is for the log, not for people.
    message: isRefusal && typeof told.message === 'string' ? told.message : '',
  };
}

/** What to tell a person: the server's sentence, else ours for "no connection" or "our fault". */
export function sentenceFor(error: unknown): string {
  const { code, message } = toldBy(error);
  if (message) return message;
  const say = sayIn('platform');
  return say?.(code === 'NETWORK' ? 'error.network' : 'error.server') ?? code;
}
