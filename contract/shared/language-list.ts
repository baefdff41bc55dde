/** The languages in which every word of the product exists. No schema here: pages read this. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

/** Is this one of the product's languages? */
export const isLanguage = (value: unknown): value is Language =>
  languages.includes(value as Language);
