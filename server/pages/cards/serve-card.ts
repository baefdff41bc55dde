import {
  channelCardAddress,
  type ProductCardFacts,
  productCardAddress,
} from '#contract/shared/card-address.ts';
import { isLanguage, type Language } from '#contract/shared/languages.ts';
import { findProduct, isPublic, nextSession, priceNow } from '#server/catalog/index.ts';
import { drawInTurn, pictureKey } from '#server/media/index.ts';
import { momentText, moneyText } from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { remembered } from '#server/platform/remembered.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import { findCardChannel } from './card-channel.queries.ts';
import { type Card, drawCard } from './draw-card.ts';

const say = wordsOf(new URL('../words/', import.meta.url));

type Wanted = { slug: string; language: Language };
/** What can be drawn: where it should be asked for, whose it is, and what it takes to draw it. */
type Drawable = { address: string; folder: string; card: () => Promise<Card> };
export type CardAnswer = { file: Buffer } | { elsewhere: string };

/** `noche-1a2b3c4.es.jpg` → what it is about; null for any other name. */
function wantedFrom(name: string): Wanted | null {
  const [, slug, language] = /^(.+)-[0-9a-z]{7}\.([a-z]{2})\.jpg$/.exec(name) ?? [];
  return slug && isLanguage(language) ? { slug, language } : null;
}

export const serveProductCard = (name: string) => serve('products', name);
export const serveChannelCard = (name: string) => serve('channels', name);

/** In the queue of drawings the house is one among the people who upload. */
const ofHouse = { of: 'house' };

const homeCards = remembered(new Map<Language, Promise<Buffer>>());

/** The picture of a link to the house itself; it says what the house is, and never changes. */
export function homeCard(language: Language): Promise<Buffer> {
  const known = homeCards.get(language);
  if (known) return known;
  const drawing = drawInTurn(
    () =>
      drawCard({
        ...{ kicker: '', badge: '', picture: null },
        title: say(language, 'card.claim'),
        facts: [say(language, 'app.description')],
      }),
    ofHouse,
  );
  homeCards.set(language, drawing);
  drawing.catch(() => homeCards.delete(language));
  return drawing;
}

/**
 * The picture of a link. What not everyone may see has none. An address of before leads to the one of
 * now, so nobody can have us draw what is not so.
 */
async function serve(kind: 'products' | 'channels', name: string): Promise<CardAnswer> {
  const wanted = orRefuse(wantedFrom(name));
  const drawable = orRefuse(
    await (kind === 'products' ? productCard(wanted) : channelCard(wanted)),
  );
  if (drawable.address !== `/og/${kind}/${name}`) return { elsewhere: drawable.address };
  const key = `${drawable.folder}/${name.slice(wanted.slug.length + 1)}`;
  const known = await storage().read(key).catch(noneYet);
  return { file: known ?? (await drawnOnce(key, drawable, wanted.language)) };
}

/** Many ask at once when a link is passed on: they wait for one drawing. */
const underWay = new Map<string, Promise<Buffer>>();
/** The queue of drawings is that of uploads; a card is asked for again. */
const mostUnderWay = 5;

function drawnOnce(key: string, drawable: Drawable, language: Language): Promise<Buffer> {
  const known = underWay.get(key);
  if (known) return known;
  if (underWay.size >= mostUnderWay) refuse('BUSY');
  const drawing = drawAndKeep(key, drawable, language).finally(() => underWay.delete(key));
  underWay.set(key, drawing);
  return drawing;
}

async function drawAndKeep(key: string, { folder, card }: Drawable, language: Language) {
  const file = await drawInTurn(async () => drawCard(await card()), ofHouse);
  const old = (await storage().list(`${folder}/`)).filter(
    (other) => other !== key && other.endsWith(`.${language}.jpg`),
  );
  await storage().put(key, file);
  await Promise.all(old.map((other) => storage().delete(other)));
  return file;
}

function noneYet(error: unknown): null {
  if (error instanceof FileMissing) return null;
  throw error;
}

async function productCard({ slug, language }: Wanted): Promise<Drawable | null> {
  const product = await findProduct(db(), slug);
  if (!product || !isPublic(product)) return null;
  const { total, currency } = priceNow(product, now());
  // The start of the showing that pages name too.
  const startsAt = nextSession(product, now())?.startsAt ?? null;
  const { id, title, picture, channel } = product;
  const facts: ProductCardFacts = {
    ...{ slug, title, startsAt, total, currency },
    channelTitle: channel.title,
    pictureId: picture?.id ?? null,
  };
  return {
    address: productCardAddress(facts, language),
    folder: `og/products/${id}`,
    card: async () => ({
      kicker: '',
      title,
      facts: [...(startsAt ? [momentText(startsAt, language)] : []), channel.title],
      badge: total === 0 ? say(language, 'card.free') : moneyText(total, currency, { language }),
      picture: await readPicture(picture),
    }),
  };
}

async function channelCard({ slug, language }: Wanted): Promise<Drawable | null> {
  const channel = await findCardChannel(db(), slug);
  if (!channel) return null;
  const { id, title, picture, description } = channel;
  return {
    address: channelCardAddress(
      { slug, title, description, pictureId: picture?.id ?? null },
      language,
    ),
    folder: `og/channels/${id}`,
    card: async () => ({
      kicker: say(language, 'card.channel'),
      title,
      facts: description.length > 0 && description.length <= 120 ? [description] : [],
      badge: '',
      picture: await readPicture(picture),
    }),
  };
}

/** A picture whose file is gone is no reason to have no card. */
async function readPicture(picture: { id: string; widths: number[] } | null) {
  const width = picture?.widths.at(-1);
  if (!picture || !width) return null;
  return storage()
    .read(pictureKey(picture.id, `${width}.jpg`))
    .catch(noneYet);
}
