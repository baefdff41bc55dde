import type { SessionUser } from '#contract/accounts.ts';
import { keepOnAccount } from '#web/accounts/shared/keep-on-account.ts';
import { chooseZone, chosenZone } from '#web/platform/places.ts';
import { chooseLanguage, chosenLanguage } from '#web/platform/words-of-browser.ts';

/**
 * After log-in: language and time zone chosen on this browser win and are kept on the account; where
 * none was chosen, the browser follows the account.
 */
export async function followAccount(user: Pick<SessionUser, 'language' | 'timezone'>) {
  const [language, timezone] = [chosenLanguage(), chosenZone()];
  if (!language) await chooseLanguage(user.language);
  else if (language !== user.language) await keepOnAccount({ language });
  if (!timezone && user.timezone) chooseZone(user.timezone);
  else if (timezone && timezone !== user.timezone) await keepOnAccount({ timezone });
}
