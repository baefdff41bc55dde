import type { Temporal } from 'temporal-polyfill';
import type { ProductDetail } from '#contract/catalog.ts';
import { codeAsKept } from '#contract/shared/codes.ts';
import { now as clockNow, instantText } from '#server/platform/clock.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { shownBanner } from './banner.rules.ts';
import { isGiveable } from './kinds.rules.ts';
import { liveNow } from './live-now.ts';
import { asInvited } from './openings.rules.ts';
import { offerIsOn, priceNow } from './prices.rules.ts';
import { findProduct, findRoom } from './products.queries.ts';
import {
  isPublic,
  mayEdit,
  type Product,
  type ProductSession,
  pastShow,
  playsAnyTime,
  saleState,
  seatsLeft,
  sessionIsOpen,
} from './products.rules.ts';
import { isPast } from './times.rules.ts';

/** The page of a product, for those who may see it; for all others it does not exist. */
export async function getProduct(
  actor: Actor | null,
  slug: string,
  code: string | undefined,
): Promise<ProductDetail> {
  const now = clockNow();
  const found = orRefuse((await findProduct(db(), slug)) ?? (await findRoom(db(), slug)));
  const reader = { actor, code, now };
  orRefuse((await maySee(db(), found, reader)) || null);
  const product = await asBrought(found, reader);
  const live = (await liveNow([product.id])).get(product.id);
  const isOpen = !product.isRehearsal && saleState(product, now) === 'open';
  return {
    ...detailOf(product, now, live !== undefined),
    openedBy: product.openedBy ?? null,
    live: live === undefined ? null : { viewers: live },
    can: {
      buy: isOpen,
      gift: isOpen && isGiveable(product),
      edit: mayEdit(actor, product),
    },
  };
}

type Reader = { actor: Actor | null; code: string | undefined; now: Temporal.Instant };

/** Public: everyone. Else its people, whoever has a ticket, and for a private one a free code. */
export async function maySee(from: Db, product: Product, { actor, code, now }: Reader) {
  if (isPublic(product) || mayEdit(actor, product)) return true;
  if (product.status === 'draft') return false;
  if (actor && (await holdsTicket(from, actor.id, product.id))) return true;
  if (product.status !== 'private' || !code) return false;
  return codeOpens(from, { code, productId: product.id, now });
}

async function holdsTicket(from: Db, userId: string, productId: string): Promise<boolean> {
  const ticket = await from
    .selectFrom('tickets')
    .select('id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ticket !== undefined;
}

/** What is not sold for now, as it is to whoever brings a code: one that asks for nothing invites to it. */
async function asBrought(product: Product, { code, now }: Reader): Promise<Product> {
  if (!product.isBarred || !code) return product;
  return asInvited(product, await goodCode(db(), { code, productId: product.id, now }));
}

const codeOpens = async (from: Db, brought: Brought): Promise<boolean> =>
  (await goodCode(from, brought)) !== null;

type Brought = { code: string; productId: string; now: Temporal.Instant };

/** What a code asks for that opens the product now; null when it does not. */
async function goodCode(
  from: Db,
  { code, productId, now }: Brought,
): Promise<{ total: number } | null> {
  const row = await from
    .selectFrom('coupon_codes as k')
    .innerJoin('coupons as o', 'o.id', 'k.coupon_id')
    .select(['o.net', 'o.tax'])
    .where('k.code', '=', codeAsKept(code))
    .where('k.state', 'in', ['free', 'reserved'])
    .where('o.product_id', '=', productId)
    .where((row) =>
      row.or([row('o.valid_until', 'is', null), row('o.valid_until', '>', instantText(now))]),
    )
    .executeTakeFirst();
  return row ? { total: row.net + row.tax } : null;
}

/** A showing as everybody may see it. */
export const shownSession = (session: ProductSession) => {
  const { seatsHeld: _held, cancelReason: _reason, onAir: _onAir, overAt, ...rest } = session;
  return { ...rest, endsAt: overAt, seatsLeft: seatsLeft(session) };
};

/** The next showing that takes place and has not ended, else one that was cancelled, else the last. */
export function nextSession(product: Product, now: Temporal.Instant) {
  const { sessions } = product;
  const ahead = sessions.filter(({ overAt }) => !isPast(now, overAt));
  const next = ahead.find(({ cancelledAt }) => cancelledAt === null) ?? ahead[0] ?? sessions.at(-1);
  return next ? shownSession(next) : null;
}

function detailOf(product: Product, now: Temporal.Instant, onAir: boolean) {
  const { ownerId: _owner, channelId: _channel, channel, offer, banner, ...more } = product;
  const { assetId: _asset, recordingId: _recording, source: _source, asset, ...shown } = more;
  const { isRehearsal, closedAt: _closed, recording, ...others } = shown;
  const { partCount: _parts, stock: _stock, hasWay: _way, ...rest } = others;
  const session = nextSession(product, now);
  return {
    ...rest,
    rehearsal: isRehearsal,
    // What was rehearsed is for its organizer alone.
    recording: isRehearsal ? null : recording,
    banner: shownBanner(banner),
    seconds: asset?.playable && playsAnyTime(product) ? asset.seconds : null,
    captions: asset?.playable ? asset.captions : [],
    channel: { id: channel.id, slug: channel.slug, title: channel.title, logo: channel.logo },
    price: priceNow(product, now),
    session,
    past: pastShow({ lastEnd: session?.endsAt ?? null, onAir, watchable: product.watchable }, now),
    sessionCount: product.sessions.length,
    sessions: product.sessions.map((session) => ({
      ...shownSession(session),
      open: sessionIsOpen(product, session, now),
      ended: isPast(now, session.overAt),
    })),
    sale: saleState(product, now),
    offerEndsAt: offerIsOn(offer, now) ? offer.endsAt : null,
  };
}
