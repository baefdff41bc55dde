import { PDFParse } from 'pdf-parse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordedMailKinds } from '#contract/notices.ts';
import { previewsContract } from '#contract/previews.ts';
import { languages } from '#contract/shared/languages.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { call, send } from '#test/story.ts';

const { PREVIEWS } = config();
beforeEach(() => overrideConfig({ PREVIEWS: true }));
afterEach(() => overrideConfig({ PREVIEWS }));

const list = (language: 'en' | 'es' | 'pt' = 'en') =>
  call(previewsContract.listLetterSamples, { query: { language } });

describe('the letters to be looked at', () => {
  it('are all that the product sends', async () => {
    const { letters } = await list();
    const kinds = new Set(letters.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([...wordedMailKinds].sort());
  });

  it('have each a name of its own, and the year beside the month', async () => {
    const { letters } = await list('es');
    const names = letters.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const query = { language: 'es' as const };
    const textOf = async (name: string) =>
      (await call(previewsContract.getLetterSample, { params: { name }, query })).text;
    expect(await textOf('subscription-renewed')).toContain('por un mes más');
    expect(await textOf('subscription-renewed.year')).toContain('por un año más');
    expect(await textOf('subscription-renewal')).toContain('4242');
    expect(await textOf('subscription-renewal.by-hand')).not.toContain('4242');
  });

  it.each(languages)('stand in %s as they leave the house', async (language) => {
    const { letters } = await list(language);
    for (const { name, subject } of letters) {
      const query = { language };
      const sample = await call(previewsContract.getLetterSample, { params: { name }, query });
      expect(sample.subject).toBe(subject);
      expect(sample.html).toContain(`lang="${language}"`);
      expect(sample.html).toContain('name="color-scheme" content="light dark"');
      expect(sample.html).toContain('@media (prefers-color-scheme: dark)');
      expect(sample.html).not.toMatch(/%%\w+%%|\{\{/i);
      expect(sample.text).toMatch(/\n-- \n/);
      expect(sample.text).not.toMatch(/<\w|%%|\{\{/);
    }
  });

  it('write nothing and send nothing', async () => {
    await list();
    const params = { name: 'order-paid' };
    const { files } = await call(previewsContract.getLetterSample, { params });
    expect(files.map(({ type }) => type)).toEqual(['application/pdf', 'text/calendar']);
    expect(files[1]?.text).toContain('BEGIN:VEVENT');
    expect(await db().selectFrom('mails').select('id').execute()).toEqual([]);
    expect(await db().selectFrom('letterheads').select('id').execute()).toEqual([]);
  });

  it('have the papers beside them', async () => {
    const { papers } = await list();
    for (const kind of papers) {
      const query = { language: 'es' as const };
      const file = await send(previewsContract.getPaperSample, { params: { kind }, query });
      expect(file.headers['content-type']).toBe('application/pdf');
      const data = new Uint8Array(file.rawPayload);
      expect((await new PDFParse({ data }).getText()).text).toContain('Factura');
    }
  });

  it('of no known kind are unknown', async () => {
    const { getLetterSample, getPaperSample } = previewsContract;
    expect((await send(getLetterSample, { params: { name: 'love' } })).statusCode).toBe(404);
    expect((await send(getPaperSample, { params: { kind: 'love' } })).statusCode).toBe(404);
  });
});

it('while PREVIEWS is off nothing of it can be reached', async () => {
  overrideConfig({ PREVIEWS: false });
  const answers = await Promise.all([
    send(previewsContract.listLetterSamples, {}),
    send(previewsContract.getLetterSample, { params: { name: 'order-paid' } }),
    send(previewsContract.getPaperSample, { params: { kind: 'full' } }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
});
