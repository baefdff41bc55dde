import { namesIn } from '#contract/shared/formatters.ts';
import { capitalised } from '#web/platform/format.ts';

/** What a language is called where its name stands alone. */
export const languageName = (code: string, language: string): string =>
  capitalised(namesIn(language, { type: 'language' }).of(code) ?? code, language);
