import { enqueueNow } from '#server/platform/jobs.ts';
import { mailToAddress } from './jobs.ts';
import type { Purpose } from './links.store.ts';

/** Somebody wants a mail sent to an address; the answer is the same whether or not it is known. */
export async function askForMail(email: string, purpose: Purpose): Promise<{ accepted: true }> {
  await enqueueNow(mailToAddress, { email, purpose });
  return { accepted: true };
}
