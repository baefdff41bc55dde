/**
 * How an output stands: `waiting` for something on air · `connecting` · `sending` · `retrying` after
 * the line failed · `refused` by the far server, or by us.
 */
export type OutputState = 'waiting' | 'connecting' | 'sending' | 'retrying' | 'refused';

/** The only moves there are. What was refused stays so until the next try, encoder or not. */
export const outputMoves: Record<OutputState, readonly OutputState[]> = {
  waiting: ['connecting'],
  connecting: ['sending', 'retrying', 'refused', 'waiting'],
  sending: ['retrying', 'refused', 'waiting'],
  retrying: ['connecting', 'waiting'],
  refused: ['connecting'],
};

/** The line failed: trying again soon may be enough. */
export const lineFaults = [
  'unknown_host',
  'unreachable',
  'timed_out',
  'lost',
  'stalled',
  'not_rtmp',
] as const;

/** Somebody said no: it stays so until a person has done something. */
export const refusals = [
  'refused',
  'hung_up',
  'certificate',
  'codec',
  'inside',
  'own_server',
] as const;

export type LineFault = (typeof lineFaults)[number];
export type OutputRefusal = (typeof refusals)[number];

/** `said`: the words of the far server, empty when it gave none. */
export type OutputFault = { code: LineFault | OutputRefusal; said: string };

export const isRefusal = ({ code }: OutputFault): boolean =>
  (refusals as readonly string[]).includes(code);

const pauses = {
  retrying: { firstMs: 1_000, longestMs: 60_000 },
  refused: { firstMs: 30_000, longestMs: 120_000 },
} as const;

/**
 * How long to wait before the next try, after so many failures in a row (1 for the first): doubling,
 * and a fifth more or less by `chance` (0 to 1), so that many outputs do not come back at once.
 */
export function pauseMs(state: keyof typeof pauses, failures: number, chance: number): number {
  const { firstMs, longestMs } = pauses[state];
  const doubled = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return Math.min(longestMs, Math.round(doubled * (0.8 + 0.4 * chance)));
}

/** A connection that held for so long was a good one: the next pause is the first again. */
export const provenMs = 30_000;

const longestSaid = 200;

/** What a far server said, fit to be shown: one line, bounded, and never with the key in it. */
export function shownWords(said: string, key: string): string {
  const [bare = key] = key.split('?');
  const secrets = [key, bare].filter((secret) => secret.length > 0);
  const cleaned = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), said);
  return cleaned
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, longestSaid);
}
