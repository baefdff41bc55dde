import { isSeen } from '#contract/shared/text.ts';

/** The longest address that a known push service gives out is a third of this. */
const longest = 1000;

/**
 * Whoever subscribes names the address that we will call, so it is judged: https, on the usual port,
 * no log-in in it, a name with a dot in it and no bare number. What the name stands for is looked at
 * when a message leaves.
 */
export function mayBeEndpoint(text: string): boolean {
  if (text.length > longest || !isSeen(text) || !URL.canParse(text)) return false;
  const { protocol, port, username, password, hostname } = new URL(text);
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return (
    protocol === 'https:' &&
    port === '' &&
    `${username}${password}` === '' &&
    !isNumber &&
    /[^.]\.[^.]/.test(hostname) &&
    !/\.(local|localhost|internal|home\.arpa)\.?$/.test(hostname)
  );
}

const inBase64Url = (text: string, bytes: number) =>
  new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`).test(text);

/** A public key of P-256, 65 bytes, and a secret of 16, as browsers give them. */
export const mayBeKeys = ({ p256dh, auth }: { p256dh: string; auth: string }): boolean =>
  inBase64Url(p256dh, 65) && p256dh.startsWith('B') && inBase64Url(auth, 16);

/** What a push service's answer means for the subscription. */
export type Verdict = 'sent' | 'gone' | 'refused' | 'later';

export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  // Too many at once, or trouble on their side; anything else will not change by asking again.
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

const hour = 3600;
/** What is news for a while only. */
const soonOld: Record<string, { seconds: number; urgent: boolean }> = {
  broadcast_started: { seconds: 2 * hour, urgent: true },
  seat_offered: { seconds: hour / 4, urgent: true },
  reminder_now: { seconds: 2 * hour, urgent: true },
  reminder_hour: { seconds: hour, urgent: true },
  reminder_day: { seconds: 23 * hour, urgent: false },
};

/** How long a message is of use, and whether it may wake a device; most can wait for a day. */
export const lifeOf = (type: string): { seconds: number; urgent: boolean } =>
  soonOld[type] ?? { seconds: 24 * hour - 60, urgent: false };

/** What one has just done oneself needs no message. */
const own = ['ticket_granted'];
export const isPushed = (type: string): boolean => !own.includes(type);

/** Longer texts would be cut by the screen anyway, and a message may be 4 KB at most. */
export const clipped = (text: string, most: number): string =>
  [...text].length <= most ? text : `${[...text].slice(0, most - 1).join('')}…`;
