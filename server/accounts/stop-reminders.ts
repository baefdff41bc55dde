import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Language } from '#contract/shared/languages.ts';
import { brand, lookInForce } from '#server/platform/brand/index.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { keyFor, sameSecret } from '#server/platform/secrets.ts';
import { wordsOf } from '#server/platform/words.ts';
import { findPerson, type Person } from './users.queries.ts';
import { writeAccount } from './users.store.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

const signatureOf = (userId: string): string =>
  createHmac('sha256', keyFor('stop reminders')).update(userId).digest('base64url');

/** How a reminder says that it can be stopped, and where: the address is good without a log-in. */
export const stopReminders = ({ id, language }: Pick<Person, 'id' | 'language'>) => ({
  label: say(language, 'stop.label'),
  path: `/letters/stop/${id}/${signatureOf(id)}`,
});

/** The person whose link this is; null when it was not made by us. */
async function readerOf(tx: Db, { id, sign }: Link): Promise<Person | null> {
  const isOurs = /^[0-9a-f-]{36}$/.test(id) && sameSecret(sign, signatureOf(id));
  const person = isOurs ? await findPerson(tx, id) : null;
  return person?.blocked ? null : person;
}

type Link = { id: string; sign: string };
const address = '/letters/stop/:id/:sign';

/**
 * The page behind that address asks once: programs that look at links before people do must end
 * nothing. A mail program's button sends a POST and is done (RFC 8058).
 */
export async function serveStopReminders(app: FastifyInstance): Promise<void> {
  // A form is understood here alone: everywhere else it keeps its refusal.
  await app.register(async (page) => {
    const hidden = { schema: { hide: true } as object };
    page.removeContentTypeParser('application/x-www-form-urlencoded');
    page.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume();
      done(null, null);
    });
    page.get<{ Params: Link }>(address, hidden, async ({ params, language }, reply) => {
      const person = await readerOf(db(), params);
      return answer(reply, { language, person, isDone: false });
    });
    page.post<{ Params: Link }>(address, hidden, async ({ params, language }, reply) => {
      const person = await readerOf(db(), params);
      if (person) await writeAccount(db(), person.id, { reminders: false });
      return answer(reply, { language, person, isDone: true });
    });
  });
}

type Shown = { language: Language; person: Person | null; isDone: boolean };

const answer = (reply: FastifyReply, shown: Shown) =>
  reply
    .code(shown.person ? 200 : 404)
    .type('text/html; charset=utf-8')
    .headers({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'",
    })
    .send(pageOf(shown));

/** Works in any browser, also without scripts: no part of the web is needed to be left alone. */
function pageOf({ language: asked, person, isDone }: Shown): string {
  const language = person?.language ?? asked;
  const { shades, ink } = lookInForce();
  const email = escapeHtml(person?.email ?? '');
  const house = escapeHtml(brand().name);
  const text = person
    ? isDone
      ? say(language, 'stop.done')
      : say(language, 'stop.ask', { email })
    : say(language, 'stop.unknown');
  const form = `<form method="post"><button>${say(language, 'stop.button')}</button></form>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${say(language, 'stop.title')} · ${house}</title><style>
:root{color-scheme:light dark}body{margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(#f4f2ef,#141216);color:light-dark(#2b2830,#efece8);font:1rem/1.55 Inter,"Segoe UI",Helvetica,Arial,sans-serif}
main{max-width:26rem;padding:2rem;overflow-wrap:anywhere}button{padding:.8rem 1.4rem;border:0;border-radius:10px;background:${shades[5]};color:${ink};font:600 1rem/1.3 inherit;font-family:inherit;cursor:pointer}a{color:inherit}</style></head>
<body><main><img src="/brand/icon-96.png" width="44" height="44" alt=""><h1>${say(language, 'stop.title')}</h1><p>${text}</p>${person && !isDone ? form : `<a href="/">${house}</a>`}</main></body></html>`;
}
