import { seal, unseal } from '../secrets.ts';

/** A secret that a letter carries, such as the token of a link, and when it stops to open anything. */
export type Secret = { text: string; endsAt: string };

const mark = '%%secret%%';
const purpose = 'letters';

/** A text as it is kept, with a mark where the secret stood. */
export const withoutSecret = (text: string, secret: Secret | undefined): string =>
  secret ? text.replaceAll(secret.text, mark) : text;

/** What is kept of the secret itself: nobody who reads the table can read it. */
export const sealSecret = ({ text }: Secret): Buffer => seal(text, purpose);

type Kept = { html: string; body_text: string; secret: Buffer | null };

/** The letter as it leaves the house. Throws when it was sealed under another SECRET_KEY. */
export function wholeLetter({ html, body_text, secret }: Kept): { html: string; text: string } {
  return filled({ html, body_text }, secret ? unseal(secret, purpose) : '…');
}

/**
 * The letter as it is shown to administrators. Only where no mail server is set up, so that
 * somebody has to hand it over, its link is in it, as long as that holds.
 */
export function shownLetter(
  mail: Kept & { state: string; secret_ends_at: string | null },
  at: string,
): { html: string; text: string } {
  const holds = mail.state === 'kept' && mail.secret_ends_at !== null && at < mail.secret_ends_at;
  try {
    return wholeLetter({ ...mail, secret: holds ? mail.secret : null });
  } catch {
    // The installation has another key by now: the letter is still there to be read.
    return wholeLetter({ ...mail, secret: null });
  }
}

const filled = ({ html, body_text }: Omit<Kept, 'secret'>, secret: string) => ({
  html: html.replaceAll(mark, () => secret),
  text: body_text.replaceAll(mark, () => secret),
});
