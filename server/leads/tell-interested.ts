import {
  findProductById,
  isPublic,
  type Product,
  saleState,
  sessionIsOpen,
} from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { queueMails } from '#server/platform/mail/index.ts';
import {
  type Interested,
  interestedPerPage,
  listAskedProducts,
  listInterested,
} from './interested.queries.ts';
import { hasNews } from './leads.rules.ts';
import { moveLeads, noteLetters } from './leads.store.ts';
import { openedMail } from './mails.ts';
import { findThing, type LetterThing } from './things.queries.ts';

/**
 * Every minute, and when something was published: whoever asked to be told of what can be bought now gets
 * one letter. The rows of `lead_letters` say who had it.
 */
export const tellInterested = defineJob<object>(
  'tell-interested',
  async () => {
    for (const productId of await listAskedProducts(db())) {
      // One product that cannot be told of holds back no other.
      await tellOf(productId).catch((error: unknown) =>
        log().error({ err: error, productId }, 'whoever asked was not told'),
      );
    }
  },
  { cron: '* * * * *', retryLimit: 0 },
);

async function tellOf(productId: string): Promise<void> {
  const product = await findProductById(db(), productId);
  if (!product || !isPublic(product) || saleState(product, now()) !== 'open') return;
  const { channelId } = product;
  const thing = orRefuse(await findThing(db(), { productId, channelId }));
  const standing = { isOpen: true, openSessions: openSessionsOf(product) };
  let after: string | null = null;
  do {
    const page: Interested[] = await listInterested(db(), productId, after);
    await tell(
      page.filter((one) => hasNews(one, standing)),
      thing,
    );
    after = page.length < interestedPerPage ? null : (page.at(-1)?.leadId ?? null);
  } while (after);
}

const openSessionsOf = (product: Product): string[] =>
  product.sessions.filter((one) => sessionIsOpen(product, one, now())).map(({ id }) => id);

async function tell(those: Interested[], thing: LetterThing): Promise<void> {
  await inTransaction(async (tx) => {
    const at = nowText();
    const ids = those.map(({ leadId }) => leadId);
    const noted = new Set(await noteLetters(tx, ids, { kind: 'opened', at }));
    const told = those.filter(({ leadId }) => noted.has(leadId));
    await queueMails(
      tx,
      told.map(({ leadId, ofChannel, ...reader }) =>
        openedMail(reader, { leadId, thing, ofChannel }),
      ),
    );
    await moveLeads(tx, [...noted], { to: 'contacted', at });
  });
}
