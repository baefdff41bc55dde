import { findPerson } from '#server/accounts/index.ts';
import {
  findProductById,
  isPublic,
  type Product,
  saleState,
  sessionIsOpen,
} from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { findCode } from '#server/tickets/index.ts';
import { keepLead, moveLeads, noteCode, noteLetters } from './leads.store.ts';
import { unfinishedMail } from './mails.ts';
import { findThing } from './things.queries.ts';
import { listUnfinished, lockLetterCode, type Unfinished } from './unfinished.queries.ts';
import {
  carriesCode,
  checkoutPath,
  endsDue,
  type UnfinishedLetter,
  unfinishedLetters,
} from './unfinished.rules.ts';

/**
 * Every minute: writes to those who left a checkout and agreed to it, a quarter of an hour, six hours and
 * a day after their order ended. The rows of `lead_letters` say what was written.
 */
export const writeUnfinished = defineJob<object>(
  'write-unfinished',
  async () => {
    for (const letter of unfinishedLetters) {
      for (const left of await listUnfinished(db(), letter, endsDue(letter, nowText()))) {
        // One that cannot be written of holds back no other.
        await write(letter, left).catch((error: unknown) =>
          log().error(
            { err: error, orderId: left.orderId },
            'an unfinished order was not written of',
          ),
        );
      }
    }
  },
  { cron: '* * * * *', retryLimit: 0 },
);

async function write(letter: UnfinishedLetter, left: Unfinished): Promise<void> {
  const product = await findProductById(db(), left.productId);
  if (!product || !canStillBuy(product, left.sessionId)) return;
  await inTransaction(async (tx) => {
    const at = nowText();
    const person = orRefuse(await findPerson(tx, left.userId));
    const lead = { ...left, kind: 'unfinished' as const, language: person.language, at };
    const { id: leadId } = await keepLead(tx, lead);
    const [noted] = await noteLetters(tx, [leadId], { kind: letter, at });
    if (!noted) return;
    const given = await codeFor(tx, letter, { left, leadId });
    const typed = left.code && (await isGood(tx, left.code)) ? left.code : null;
    const { slug, channelId, id: productId } = product;
    const choice = { sessionId: left.sessionId, code: given ?? typed };
    const mail = unfinishedMail(person, {
      letter,
      thing: orRefuse(await findThing(tx, { productId, channelId })),
      startsAt: product.sessions.find(({ id }) => id === left.sessionId)?.startsAt ?? null,
      path: checkoutPath(slug, choice),
      code: given,
    });
    await queueMail(tx, { ...mail, about: left.orderId });
    await moveLeads(tx, [leadId], { to: 'contacted', at });
  });
}

/** Everybody can find it, it is on sale, and what was chosen takes place and has a seat. */
function canStillBuy(product: Product, sessionId: string | null): boolean {
  if (!isPublic(product)) return false;
  if (sessionId === null) return saleState(product, now()) === 'open';
  const session = product.sessions.find(({ id }) => id === sessionId);
  return session !== undefined && sessionIsOpen(product, session, now());
}

const isGood = async (tx: Db, code: string): Promise<boolean> =>
  typeof (await findCode(tx, code, { now: nowText() })) !== 'string';

/** A code of the batch that the organizer chose, from now on this person's; null when none is left. */
async function codeFor(
  tx: Db,
  letter: UnfinishedLetter,
  { left, leadId }: { left: Unfinished; leadId: string },
): Promise<string | null> {
  if (!carriesCode(letter)) return null;
  const { productId, sessionId } = left;
  const code = await lockLetterCode(tx, { productId, sessionId, now: nowText() });
  if (code) await noteCode(tx, { leadId, kind: letter, code });
  return code;
}
