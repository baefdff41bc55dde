import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Language } from '#contract/shared/languages.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { type PlainPage, servePlainPage } from '#server/platform/http/plain-page.ts';
import { keyFor, sameSecret } from '#server/platform/secrets.ts';
import { wordsOf } from '#server/platform/words.ts';
import { findPerson, type Person } from './users.queries.ts';
import { writeAccount } from './users.store.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** The letters that a person can end, each by links of its own. */
const stopped = {
  reminders: { reminders: false },
  unfinished: { unfinishedLettersAt: null },
} as const;
type Stoppable = keyof typeof stopped;

const signatureOf = (what: Stoppable, userId: string): string =>
  createHmac('sha256', keyFor(`stop ${what}`))
    .update(userId)
    .digest('base64url');

const stopLink = (what: Stoppable, { id, language }: Pick<Person, 'id' | 'language'>) => ({
  label: say(language, `stop.${what}.label`),
  path: `/letters/stop/${id}/${signatureOf(what, id)}`,
});

/** How a reminder says that it can be stopped, and where: the address is good without a log-in. */
export const stopReminders = (person: Pick<Person, 'id' | 'language'>) =>
  stopLink('reminders', person);

/** The same of letters about an unfinished checkout. */
export const stopUnfinished = (person: Pick<Person, 'id' | 'language'>) =>
  stopLink('unfinished', person);

type Link = { id: string; sign: string };

/** Which letters a link ends; null when it was not made by us. */
function stoppedBy({ id, sign }: Link): Stoppable | null {
  if (!/^[0-9a-f-]{36}$/.test(id)) return null;
  const names = Object.keys(stopped) as Stoppable[];
  return names.find((what) => sameSecret(sign, signatureOf(what, id))) ?? null;
}

async function readerOf(tx: Db, { id }: Link): Promise<Person | null> {
  const person = await findPerson(tx, id);
  return person?.blocked ? null : person;
}

export const serveStopReminders = (app: FastifyInstance): Promise<void> =>
  servePlainPage<Link>(app, '/letters/stop/:id/:sign', async (link, { language, isDone }) => {
    const what = stoppedBy(link);
    const person = what && (await readerOf(db(), link));
    if (!what || !person) return unknown(language);
    if (isDone) await writeAccount(db(), person.id, stopped[what]);
    const word = (key: string) =>
      say(person.language, `stop.${what}.${key}`, { email: person.email });
    return {
      language: person.language,
      title: word('title'),
      text: word(isDone ? 'done' : 'ask'),
      button: isDone ? null : word('button'),
      found: true,
    };
  });

const unknown = (language: Language): PlainPage => ({
  language,
  title: say(language, 'stop.reminders.title'),
  text: say(language, 'stop.unknown'),
  button: null,
  found: false,
});
