import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Language } from '#contract/shared/languages.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { type PlainPage, servePlainPage } from '#server/platform/http/plain-page.ts';
import { keyFor, sameSecret } from '#server/platform/secrets.ts';
import { findLinkedLead } from './leads.queries.ts';
import { confirmHours } from './leads.rules.ts';
import { confirmGuest, moveLeads, stopLead } from './leads.store.ts';
import { say } from './said.ts';

/** What a link in a letter does when its page is answered. */
type Purpose = 'confirm' | 'stop';

const signatureOf = (purpose: Purpose, leadId: string): string =>
  createHmac('sha256', keyFor(`${purpose} leads`))
    .update(leadId)
    .digest('base64url');

/** Where a guest says that the address is theirs. */
export const confirmPath = (leadId: string): string =>
  `/letters/leads/confirm/${leadId}/${signatureOf('confirm', leadId)}`;

/** How a letter to somebody who asked to be told says that it can be ended, and where. */
export const stopTelling = (leadId: string, language: Language) => ({
  label: say(language, 'links.stop.label'),
  path: `/letters/leads/stop/${leadId}/${signatureOf('stop', leadId)}`,
});

type Link = { id: string; sign: string };

async function readLink(purpose: Purpose, { id, sign }: Link) {
  const isOurs = /^[0-9a-f-]{36}$/.test(id) && sameSecret(sign, signatureOf(purpose, id));
  return isOurs ? findLinkedLead(id) : null;
}

/** The pages behind the links; both work without a log-in, and ask once before anything is done. */
export async function serveLeadLinks(app: FastifyInstance): Promise<void> {
  await servePlainPage<Link>(app, '/letters/leads/confirm/:id/:sign', async (link, asked) => {
    const lead = await readLink('confirm', link);
    const since = instantText(now().subtract({ hours: confirmHours }));
    const isGood = lead !== null && (lead.askedToConfirmAt ?? '') > since;
    if (!isGood) return unknown('confirm', asked.language);
    if (asked.isDone) {
      await inTransaction((tx) => confirmGuest(tx, link.id, { at: nowText(), since }));
    }
    return pageOf('confirm', lead, asked.isDone);
  });
  await servePlainPage<Link>(app, '/letters/leads/stop/:id/:sign', async (link, asked) => {
    const lead = await readLink('stop', link);
    if (!lead) return unknown('stop', asked.language);
    if (asked.isDone) await stop(link.id);
    return pageOf('stop', lead, asked.isDone);
  });
}

const stop = (id: string): Promise<void> =>
  inTransaction(async (tx) => {
    if (await stopLead(tx, id, nowText())) await moveLeads(tx, [id], { to: 'lost', at: nowText() });
  });

function pageOf(
  purpose: Purpose,
  { language, title }: { language: Language; title: string },
  isDone: boolean,
): PlainPage {
  const word = (key: string) => say(language, `links.${purpose}.${key}`, { title });
  return {
    language,
    title: word('title'),
    text: word(isDone ? 'done' : 'ask'),
    button: isDone ? null : word('button'),
    found: true,
  };
}

const unknown = (purpose: Purpose, language: Language): PlainPage => ({
  language,
  title: say(language, `links.${purpose}.title`),
  text: say(language, `links.${purpose}.unknown`),
  button: null,
  found: false,
});
