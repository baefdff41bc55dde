import type { Page } from 'playwright-core';
import type { Language } from '#contract/shared/languages.ts';
import { field, logIn, member } from './people.ts';
import { aPoster } from './poster.ts';
import { say } from './words.ts';

type FilmProduct = {
  /** Whose, of the demonstration; the language is theirs. */
  organizer: 'teatro' | 'sala';
  language: Language;
  /** What is pressed on the page of new products, and the section that comes with it. */
  kind: 'live' | 'vod';
  title: string;
  about: string;
  /** The path of the film. */
  film: string;
};

const sections = { live: 'section.source', vod: 'section.film' } as const;

/** An organizer begins a product that costs nothing and gives it a film, which is being uploaded then. */
export async function beginFilmProduct(page: Page, product: FilmProduct): Promise<void> {
  const { organizer, language, kind, title, about, film } = product;
  const words = (key: string) => say('catalog', key, {}, language);
  await logIn(page, member(organizer), '/account/products/new');
  await page.getByRole('link', { name: new RegExp(words(`new.${kind}`)) }).click();
  await page.getByRole('heading', { name: words(sections[kind]) }).waitFor();
  await field(page, words('field.title')).fill(title);
  await field(page, words('field.shortDescription')).fill(about);
  await page.locator('#info input[type=file]').setInputFiles(await aPoster());
  await page.locator('#price').getByText(words('plan.free'), { exact: true }).click();
  await page.locator('#film input[type=file]').setInputFiles(film);
}

/** Presses “publish”, and means it. */
export async function publish(page: Page, language: Language): Promise<void> {
  const act = say('catalog', 'act.publish', {}, language);
  await page.getByRole('button', { name: act, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: act }).click();
}
