import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Language } from './shared/languages.ts';

/** What lies in a letter: a paper can be opened by its name, another file is shown as it is. */
export const LetterFile = z.object({ name: z.string(), type: z.string(), text: z.string() });

export const LetterSample = z.object({
  name: z.string(),
  kind: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  files: z.array(LetterFile),
});
export type LetterSample = z.infer<typeof LetterSample>;

export const LetterList = z.object({
  /**
   * As the product sends them, in the order of a visitor's life. The name is the kind, and after a point
   * what is said otherwise than in the first of its kind.
   */
  letters: z.array(z.object({ name: z.string(), kind: z.string(), subject: z.string() })),
  papers: z.array(z.string()),
});
export type LetterList = z.infer<typeof LetterList>;

const InLanguage = z.object({ language: Language.default('en') });
const OfKind = z.object({ kind: z.string().max(60) });

/** What only whoever builds the product needs to see: refused as unknown unless PREVIEWS is on. */
export const previewsContract = {
  listLetterSamples: endpoint({
    method: 'GET',
    path: '/api/previews/letters',
    who: 'public',
    summary: 'Lists every letter and paper that the product sends',
    query: InLanguage,
    answer: LetterList,
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
  getLetterSample: endpoint({
    method: 'GET',
    path: '/api/previews/letters/:name',
    who: 'public',
    summary: 'A letter as it leaves the house, about people and shows that do not exist',
    params: z.object({ name: z.string().max(60) }),
    query: InLanguage,
    answer: LetterSample,
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
  getPaperSample: endpoint({
    method: 'GET',
    path: '/api/previews/papers/:kind',
    who: 'public',
    summary: 'A paper as it is issued, about people and shows that do not exist',
    params: OfKind,
    query: InLanguage,
    answer: z.unknown(),
    file: 'application/pdf',
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
};
