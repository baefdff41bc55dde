import { type Say, sayIn } from '#web/platform/words.ts';

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

/**
 * What to tell a person: the server's sentence, else ours for "no connection" or "our fault". What is
 * drawn on the server too gives its `say`: outside of a page the server knows no language.
 */
export function sentenceFor(
  error: unknown,
  say: Say<'platform'> | null = sayIn('platform'),
): string {
  const { code, message } = toldBy(error);
  if (message) return message;
  return say?.(code === 'NETWORK' ? 'error.network' : 'error.server') ?? code;
}
