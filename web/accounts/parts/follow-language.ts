import type { Language } from '#contract/shared/language-list.ts';
import { api } from '#web/platform/api.ts';
import { refreshSession } from '#web/platform/session.ts';
import { chooseLanguage, chosenLanguage } from '#web/platform/words-of-browser.ts';

/**
 * After log-in: the language chosen on this browser wins and is kept on the account; where none was
 * chosen, the browser follows the account.
 */
export async function followLanguage(ofAccount: Language): Promise<void> {
  const chosen = chosenLanguage();
  if (!chosen) return chooseLanguage(ofAccount);
  if (chosen !== ofAccount) await keepLanguage(chosen).catch(() => undefined);
}

/** Keeps the language on the account, for the letters that it will get. */
export async function keepLanguage(language: Language): Promise<void> {
  const { accountsContract } = await import('#contract/accounts.ts');
  await api(accountsContract.saveMe, { body: { language } });
  refreshSession({ language });
}
