import type { Language } from '#contract/shared/language-list.ts';

const keep = async () => (await import('#web/accounts/shared/keep-on-account.ts')).keepOnAccount;

/** What is chosen on the bar is kept on the account too; fetched only when somebody chooses. */
export const keepLanguage = async (language: Language) => (await keep())({ language });
export const keepTimezone = async (timezone: string) => (await keep())({ timezone });
