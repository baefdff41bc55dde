import type { NewProduct, OwnProduct, SessionForm } from '#contract/catalog.ts';
import { type ChannelOfProduct, findOwnChannel, listOwnChannels } from '#server/channels/index.ts';
import { demandOwnImage } from '#server/media/index.ts';
import { now } from '#server/platform/clock.ts';
import { brokeUnique, type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { columnsOf, demandNoFaults } from './columns.ts';
import { blankProduct, nextPrices, nextTimes } from './forms.rules.ts';
import { isDated } from './kinds.rules.ts';
import { viewAfter } from './own-products.queries.ts';
import { findByCreationKey } from './products.queries.ts';
import { mayEdit } from './products.rules.ts';
import { addDraft, creationKey, takeSlug } from './products.store.ts';
import { demandOwnSource, fitShowings, withoutSource } from './source-of-product.ts';
import { writeSession } from './write-session.ts';

type Asked = { key: string; form: NewProduct };

/**
 * An organizer begins a product in one of their channels, with its showings if they are known. A
 * key makes one draft: whoever asks again, because the answer got lost or the page was loaded anew
 * meanwhile, finds that one as it stands, whatever the form says by then.
 */
export async function createProduct(actor: Actor, asked: Asked): Promise<OwnProduct> {
  const known = await findMade(actor, asked.key);
  if (known) return known;
  try {
    return await make(actor, asked);
  } catch (error) {
    // Two at once: the database took the key of the other.
    if (!brokeUnique(error, creationKey)) throw error;
    return orRefuse(await findMade(actor, asked.key));
  }
}

async function findMade(actor: Actor, key: string): Promise<OwnProduct | null> {
  const product = await findByCreationKey(db(), key);
  if (!product) return null;
  if (!mayEdit(actor, product) || product.isRehearsal) refuse('IDEMPOTENCY_KEY_REUSED');
  return viewAfter(db(), product.id, { actor, now: now() });
}

function make(actor: Actor, { key, form }: Asked): Promise<OwnProduct> {
  return inTransaction(async (tx) => {
    const channel = await channelFor(tx, actor, form.channel);
    const { type, sessions, ...patch } = form;
    const { prices, faults: priceFaults } = nextPrices(patch, blankProduct);
    const { times, faults: timeFaults } = nextTimes(patch, blankProduct);
    demandNoFaults({ ...priceFaults, ...timeFaults });
    await demandOwnImage(tx, actor, patch.pictureId);
    await demandOwnImage(tx, actor, patch.banner?.pictureId);
    await demandOwnSource(tx, actor, { product: withoutSource(type), patch });
    if (sessions.length > 0 && !isDated({ type })) {
      refuse('VALIDATION', { fields: { sessions: 'invalid' } });
    }
    const id = await addDraft(tx, {
      language: actor.language,
      ...columnsOf(patch, { prices, times }),
      channel_id: channel.id,
      type,
      title: form.title,
      slug: await takeSlug(tx, form.title),
      creation_key: key,
    });
    await addSessions(tx, id, sessions);
    return viewAfter(tx, id, { actor, now: now() });
  });
}

async function addSessions(tx: Db, productId: string, sessions: SessionForm[]): Promise<void> {
  for (const [index, form] of sessions.entries()) {
    await writeSession(tx, { productId, form, field: `sessions.${index}.startsAt` });
  }
  await fitShowings(tx, productId);
}

async function channelFor(
  tx: Db,
  actor: Actor,
  slug: string | undefined,
): Promise<ChannelOfProduct> {
  const channel = slug === undefined ? null : await findOwnChannel(tx, actor, slug);
  if (!channel) {
    if ((await listOwnChannels(tx, actor)).length === 0) refuse('NO_CHANNEL');
    if (slug === undefined) refuse('VALIDATION', { fields: { channel: 'required' } });
  }
  const own = orRefuse(channel);
  if (own.state === 'banned') refuse('CHANNEL_STATE');
  return own;
}
