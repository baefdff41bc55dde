/**
 * `npm run photographs`: every screen of the product and its states, at every width, in both schemes
 * and three languages, of a demonstration of its own.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startDemoProduct } from '#test/setup/demo-product.ts';
import { openBrowser } from '../browser.ts';
import {
  aMember,
  askOf,
  exampleOf,
  memberOfDemo,
  type Scheme,
  speak,
  type Who,
} from '../screens.ts';
import { type Props, preparedProps } from './props.ts';
import type { Language, Scene } from './scene.ts';
import { screensAsScenes, states } from './scenes.ts';
import { writeSheets } from './sheets.ts';
import { subscriptionScenes } from './subscriptions.ts';
import { heights, type Taken, takeScene, type Wanted } from './take.ts';

const { values: given } = parseArgs({
  options: {
    /** Parts of the names of scenes, with commas between them. */
    screens: { type: 'string', default: '' },
    widths: { type: 'string', default: Object.keys(heights).join() },
    schemes: { type: 'string', default: 'dark,light' },
    languages: { type: 'string', default: 'en,es,pt' },
    /** Photographs a product that runs already, with the demonstration, such as http://localhost:3000. */
    of: { type: 'string', default: '' },
  },
});
const folder = resolve('photographs');
const wanted: Wanted = {
  widths: given.widths.split(',').map(Number),
  schemes: given.schemes.split(',') as Scheme[],
  folder,
};
const languages = given.languages.split(',') as Language[];
const locales: Record<Language, string> = { en: 'en-GB', es: 'es-ES', pt: 'pt-BR' };
const say = (sentence: string) => console.log(sentence);

async function scenesOf(base: string, browser: Browser): Promise<Scene[]> {
  const ask = askOf(base);
  // Before the stage is set: what is set there would come first in some lists.
  const examples = {} as Parameters<typeof screensAsScenes>[0];
  for (const who of Object.keys(memberOfDemo) as Who[]) {
    const { token, context } = await aMember(browser, base, memberOfDemo[who]);
    examples[who] = await exampleOf(ask, who, token);
    await context.close();
  }
  const props: Props = await preparedProps(ask);
  // What changes something comes last.
  const month = examples.user['/mystuff/subscriptions/:id/pay'] ?? '';
  const all = [...screensAsScenes(examples), ...states(props), ...subscriptionScenes(month)];
  return all
    .filter(({ name }) => given.screens.split(',').some((part) => name.includes(part)))
    .sort(
      (one, other) => Number(one.name.endsWith('.done')) - Number(other.name.endsWith('.done')),
    );
}

async function takeAll(base: string, browser: Browser): Promise<Taken & { missed: string[] }> {
  const scenes = await scenesOf(base, browser);
  const all = { shots: [], misplaced: [], missed: [] } as Taken & { missed: string[] };
  const total = scenes.length * languages.length;
  let done = 0;
  for (const [who, own] of Map.groupBy(scenes, (scene) => scene.who)) {
    for (const language of languages) {
      // Fields for dates are written in the browser's language.
      const visitor = await aMember(browser, base, who, locales[language]);
      await speak(visitor, base, language);
      for (const scene of own) {
        done += 1;
        say(`${done}/${total} ${scene.name} ${language}`);
        try {
          const { shots, misplaced } = await takeScene(visitor.page, { scene, language }, wanted);
          all.shots.push(...shots);
          all.misplaced.push(...misplaced);
        } catch (failure) {
          all.missed.push(`${scene.name} ${language}: ${String(failure).split('\n')[0]}`);
        }
      }
      await visitor.context.close();
    }
  }
  return all;
}

const began = performance.now();
const product = given.of ? null : await startDemoProduct();
const browser = await openBrowser();
try {
  const { shots, misplaced, missed } = await takeAll(product?.baseUrl ?? given.of, browser);
  const sheets = await writeSheets(shots, join(folder, 'sheets'));
  for (const fault of [...new Set(misplaced)]) say(`misplaced  ${fault}`);
  for (const scene of missed) say(`not taken  ${scene}`);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  say(`${shots.length} photographs and ${sheets.length} sheets in ${folder}, ${minutes} minutes.`);
  say(
    `${new Set(misplaced).size} things are misplaced, ${missed.length} scenes could not be taken.`,
  );
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await product?.stop();
}
