import type { ProductStatus, ProductType } from '#contract/catalog.ts';
import { priceFromTotal } from '#contract/shared/money.ts';
import { db } from '#server/platform/database/index.ts';
import type { Someone } from './accounts.ts';
import { aChannel, type SomeChannel } from './channels.ts';

export type SomeSession = { id: string; startsAt: string };

export type SomeProduct = {
  id: string;
  slug: string;
  title: string;
  channel: SomeChannel;
  owner: Someone;
  /** In the order given. */
  sessions: SomeSession[];
};

export type ProductGiven = {
  owner?: Someone;
  channel?: SomeChannel;
  type?: ProductType;
  status?: ProductStatus;
  plan?: 'paid' | 'free';
  title?: string;
  slug?: string;
  shortDescription?: string;
  tags?: string[];
  language?: 'en' | 'es' | 'pt';
  currency?: string;
  /** Final price in minor units; 12.10 € with 21 % inside unless told. */
  price?: number;
  taxRate?: number;
  /** Final price of an offer, and when it is valid. */
  offer?: { price: number; startsAt?: string | null; endsAt?: string | null };
  sessions?: { startsAt?: string; minutes?: number; capacity?: number | null; held?: number }[];
  salesStartsAt?: string | null;
  salesEndsAt?: string | null;
  expirationHours?: number | null;
  expiresAt?: string | null;
  featured?: boolean;
  /** `null` for a product without picture. */
  pictureId?: string | null;
};

/** A broadcast with everything that publishing asks for, published unless told, on 1 June 2030. */
export async function aProduct(given: ProductGiven = {}): Promise<SomeProduct> {
  const channel =
    given.channel ?? (await aChannel({ ...(given.owner ? { owner: given.owner } : {}) }));
  const mark = crypto.randomUUID().slice(0, 8);
  const title = given.title ?? `Evening of strings ${mark}`;
  const status = given.status ?? 'published';
  const pictureId =
    given.pictureId === undefined ? await aPicture(channel.ownerId) : given.pictureId;
  const { id, slug } = await db()
    .insertInto('products')
    .values({
      channel_id: channel.id,
      type: given.type ?? 'broadcast',
      status,
      title,
      slug: given.slug ?? `evening-of-strings-${mark}`,
      short_description: given.shortDescription ?? 'Two hours of strings by candlelight.',
      description: '<p>Two hours of strings by candlelight.</p>',
      image_id: pictureId,
      language: given.language ?? 'en',
      tags: given.tags ?? ['strings'],
      ...pricesOf(given),
      sales_starts_at: given.salesStartsAt ?? null,
      sales_ends_at: given.salesEndsAt ?? null,
      expiration_hours: given.expirationHours ?? null,
      expires_at: given.expiresAt ?? null,
      featured: given.featured ?? false,
      published_at: status === 'draft' ? null : '2026-01-01T00:00:00Z',
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
  const sessions = await sessionsFor(id, given.sessions ?? [{}]);
  return { id, slug, title, channel, owner: channel.owner, sessions };
}

function pricesOf({ plan = 'paid', price = 1210, taxRate = 2100, offer, currency }: ProductGiven) {
  const { net, tax, total } = priceFromTotal(plan === 'free' ? 0 : price, taxRate);
  const cut = offer && priceFromTotal(offer.price, taxRate);
  return {
    plan,
    currency: currency ?? 'EUR',
    net,
    tax,
    total,
    tax_rate: taxRate,
    offer_net: cut?.net ?? null,
    offer_tax: cut?.tax ?? null,
    offer_starts_at: offer?.startsAt ?? null,
    offer_ends_at: offer?.endsAt ?? null,
  };
}

async function sessionsFor(
  productId: string,
  given: NonNullable<ProductGiven['sessions']>,
): Promise<SomeSession[]> {
  const made: SomeSession[] = [];
  for (const [index, session] of given.entries()) {
    const startsAt = session.startsAt ?? `2030-06-0${index + 1}T18:00:00.000Z`;
    const { id } = await db()
      .insertInto('product_sessions')
      .values({
        product_id: productId,
        starts_at: startsAt,
        duration_minutes: session.minutes ?? 90,
        capacity: session.capacity ?? null,
        seats_held: session.held ?? 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    made.push({ id, startsAt });
  }
  return made;
}

/** A picture as the database knows it, without files behind it. */
async function aPicture(ownerId: string): Promise<string> {
  const { id } = await db()
    .insertInto('images')
    .values({ owner_id: ownerId, width: 1100, height: 650, widths: [320, 640, 1100] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A bundle of these products, each with its first session; 20.00 € unless told. */
export async function aBundle(
  parts: SomeProduct[],
  given: ProductGiven = {},
): Promise<SomeProduct> {
  const [first] = parts;
  if (!first) throw new Error('a bundle of nothing');
  const more = { price: 2000, ...given };
  const bundle = await aProduct({ channel: first.channel, type: 'bundle', sessions: [], ...more });
  const rows = parts.map(({ id, sessions }, position) => ({
    ...{ bundle_id: bundle.id, product_id: id, position },
    session_id: sessions[0]?.id ?? null,
  }));
  await db().insertInto('bundle_parts').values(rows).execute();
  return bundle;
}
