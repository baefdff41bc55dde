import { z } from 'zod';

/** The languages in which every word of the product exists. */
export const languages = ['en', 'es', 'pt'] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;
export const defaultLanguage: Language = 'en';

/** Is this one of the product's languages? */
export const isLanguage = (value: unknown): value is Language =>
  languages.includes(value as Language);
