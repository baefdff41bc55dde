import type { NewProduct, OwnProduct, SessionForm } from '#contract/catalog.ts';
import { type ChannelOfProduct, findOwnChannel, listOwnChannels } from '#server/channels/index.ts';
import { demandOwnImage } from '#server/media/index.ts';
import { now } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { columnsOf, demandNoFaults } from './columns.ts';
import { blankProduct, nextPrices, nextTimes } from './forms.rules.ts';
import { viewAfter } from './own-products.queries.ts';
import { addDraft, takeSlug } from './products.store.ts';
import { writeSession } from './write-session.ts';

/** An organizer begins a product in one of their channels, with its showings if they are known. */
export async function createProduct(actor: Actor, form: NewProduct): Promise<OwnProduct> {
  return inTransaction(async (tx) => {
    const channel = await channelFor(tx, actor, form.channel);
    const { type, sessions, ...patch } = form;
    const { prices, faults: priceFaults } = nextPrices(patch, blankProduct);
    const { times, faults: timeFaults } = nextTimes(patch, blankProduct);
    demandNoFaults({ ...priceFaults, ...timeFaults });
    await demandOwnImage(tx, actor, patch.pictureId);
    await demandOwnImage(tx, actor, patch.banner?.pictureId);
    const id = await addDraft(tx, {
      language: actor.language,
      ...columnsOf(patch, { prices, times }),
      channel_id: channel.id,
      type,
      title: form.title,
      slug: await takeSlug(tx, form.title),
    });
    await addSessions(tx, id, sessions);
    return viewAfter(tx, id, { actor, now: now() });
  });
}

async function addSessions(tx: Db, productId: string, sessions: SessionForm[]): Promise<void> {
  for (const [index, form] of sessions.entries()) {
    await writeSession(tx, { productId, form, field: `sessions.${index}.startsAt` });
  }
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
