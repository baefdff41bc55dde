import type { Language } from '#contract/shared/language-list.ts';
import { api } from '#web/platform/api.ts';
import { refreshSession, sessionUser } from '#web/platform/session.ts';

type Choice = { language: Language } | { timezone: string };

/**
 * Keeps what somebody chose on this browser on the account too, for letters and other browsers.
 * Does nothing for visitors; a failure only means that the other browsers are not told.
 */
export async function keepOnAccount(choice: Choice): Promise<void> {
  if (!sessionUser()) return;
  const { accountsContract } = await import('#contract/accounts.ts');
  const saved = await api(accountsContract.saveMe, { body: choice }).catch(() => null);
  if (saved) refreshSession(choice);
}
