import type { Temporal } from 'temporal-polyfill';
import type {
  Because,
  MissingPart,
  PastShow,
  ProductCan,
  ProductStatus,
  ProductType,
  SaleState,
  SuggestedAge,
} from '#contract/catalog.ts';
import type { ChannelState } from '#contract/channels.ts';
import type { Picture } from '#contract/media.ts';
import type { Language } from '#contract/shared/languages.ts';
import { assetTypes, type Opening } from '#contract/shared/product-kinds.ts';
import type { Role } from '#contract/shared/roles.ts';
import { bannerIsWhole } from './banner.rules.ts';
import { isBundle, isDated, isSent } from './kinds.rules.ts';
import { mayBeShown, whyNotShown } from './openings.rules.ts';
import { offerIsCheaper, type Priced } from './prices.rules.ts';
import { playsByClock, whyNotReplace } from './source.rules.ts';
import { isPast, isWithin } from './times.rules.ts';

/** One dated showing as the server knows it. No `capacity`: as many as come. */
export type ProductSession = {
  id: string;
  startsAt: string;
  endsAt: string;
  /** `endsAt`, or earlier: when its show was ended. */
  overAt: string;
  zone: string;
  durationMinutes: number;
  capacity: number | null;
  seatsHeld: number;
  /** ISO text; null: it takes place. */
  cancelledAt: string | null;
  cancelReason: string;
  /** A transmission of it is on air. */
  onAir: boolean;
};

/** A product as the server knows it. Amounts in minor units, instants as ISO text. */
export type Product = Priced & {
  id: string;
  channelId: string;
  /** Whose channel it is. */
  ownerId: string;
  channel: {
    id: string;
    slug: string;
    title: string;
    state: ChannelState;
    logo: Picture | null;
  };
  type: ProductType;
  status: ProductStatus;
  /** A rehearsal room. Nothing that is told of products here holds for it: see `rooms.store.ts`. */
  isRehearsal: boolean;
  /** ISO text, of a rehearsal room that was closed. */
  closedAt: string | null;
  title: string;
  slug: string;
  language: Language;
  shortDescription: string;
  description: string;
  priceNote: string;
  pictureId: string | null;
  picture: Picture | null;
  banner: Banner;
  trailerUrl: string;
  categories: string[];
  tags: string[];
  production: string;
  productionYear: number | null;
  productionCountry: string;
  suggestedAge: SuggestedAge;
  technicalSheet: string;
  additionalInfo: string;
  salesStartsAt: string | null;
  salesEndsAt: string | null;
  /** Hours that a ticket lasts after it was granted; null: no limit. */
  expirationHours: number | null;
  expiresAt: string | null;
  featured: boolean;
  publishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** The earliest first. */
  sessions: ProductSession[];
  /** A broadcast of it is on the air or was recorded: there is something to see after its hour. */
  watchable: boolean;
  /** It costs something, and the site sells nothing that does. */
  isBarred?: boolean;
  /** What opens it all the same. */
  openedBy?: Opening | null;
  /** The upload that plays, of what plays whenever one wants. */
  assetId: string | null;
  asset: ShownAsset | null;
  /** The recording of an earlier show that the clock plays, in place of an upload. */
  recordingId: string | null;
  /** What the clock plays, upload or recording: its length, and whether all of it is there. */
  source: { ms: number; isWhole: boolean } | null;
  /** How many products a bundle consists of. */
  partCount: number;
  /** What is left of what is sent, `free` null: as many as are wanted. Null: nobody has said it, or it is not sent. */
  stock: { free: number | null } | null;
  /** Its channel sends somewhere at prices in its currency, or has things picked up. */
  hasWay: boolean;
  /** The last recording of it that can be watched. */
  recording: { seconds: number; recordedAt: string } | null;
};

/** An upload as its product shows it. Until it plays its length may not be known. */
export type ShownAsset = { playable: boolean; seconds: number; captions: string[] };

/** Of how many products a bundle consists at least. */
const fewestParts = 2;

/** Does it play whenever one wants, from an upload, instead of at an hour? */
export const playsAnyTime = ({ type }: Pick<Product, 'type'>): boolean => assetTypes.includes(type);

/** Advertising as the server knows it: maybe half filled. */
export type Banner = {
  pictureId: string | null;
  picture: Picture | null;
  alt: string;
  url: string;
};

type Person = { id: string; roles: readonly Role[] };

/** Whose product it is, and administrators. */
export const mayEdit = (person: Person | null, product: Pick<Product, 'ownerId'>): boolean =>
  person !== null && (person.id === product.ownerId || person.roles.includes('ADMIN'));

type Act =
  | 'edit'
  | 'publish'
  | 'makePrivate'
  | 'withdraw'
  | 'delete'
  | 'addSession'
  | 'removeSession'
  | 'cancelSession';

/** In which states each act is possible. Nothing leads back to the draft. */
const acts: Record<Act, readonly ProductStatus[]> = {
  edit: ['draft', 'published', 'private'],
  publish: ['draft', 'private'],
  makePrivate: ['draft', 'published'],
  withdraw: ['published', 'private'],
  delete: ['draft'],
  addSession: ['draft', 'published', 'private'],
  removeSession: ['draft'],
  cancelSession: ['published', 'private'],
};

/** Is this act possible in this state? */
export const canAct = (product: Pick<Product, 'status'>, act: Act): boolean =>
  acts[act].includes(product.status);

/** A sale that has already ended cannot be ended again. */
export const canWithdraw = (
  product: Pick<Product, 'status' | 'salesEndsAt'>,
  now: Temporal.Instant,
): boolean =>
  canAct(product, 'withdraw') && !(product.salesEndsAt && isPast(now, product.salesEndsAt));

/** The home page is the team's to arrange. */
export const mayFeature = (person: Person): boolean => person.roles.includes('ADMIN');

/** Only what everyone can see stands on the home page. */
export const canBeFeatured = (product: Pick<Product, 'status'>): boolean =>
  product.status === 'published';

/** What can no longer change once the product has left the draft. */
export const lockedParts = ({ status }: Pick<Product, 'status'>) =>
  status === 'draft' ? [] : (['channel', 'currency', 'sessions'] as const);

/** The address follows the title until the product leaves the draft: then old links must live. */
export const slugFollowsTitle = ({ status }: Pick<Product, 'status'>): boolean =>
  status === 'draft';

type Fillable = Pick<Product, 'shortDescription' | 'pictureId' | 'plan' | 'total' | 'offer'> & {
  banner: Omit<Banner, 'picture'>;
};

/** What can no longer be emptied: out of the draft a product keeps what took it there. */
export const requiredParts = (product: Pick<Product, 'status' | 'type'>) => {
  if (product.status === 'draft') return [];
  const parts = ['shortDescription', 'pictureId', 'price'] as const;
  return playsAnyTime(product) ? [...parts, 'assetId' as const] : parts;
};

/** What every product outside the draft must have. */
export function missingTexts(product: Fillable): MissingPart[] {
  const missing: MissingPart[] = [];
  if (product.shortDescription === '') missing.push('shortDescription');
  if (product.pictureId === null) missing.push('pictureId');
  if (product.plan === 'paid' && product.total === 0) missing.push('price');
  if (!offerIsCheaper(product)) missing.push('offer');
  if (!bannerIsWhole(product.banner)) missing.push('banner');
  return missing;
}

/** Does it play something that is not there yet? What plays by the clock needs all of it. */
function lacksSource(product: Product): boolean {
  if (playsByClock(product)) return !product.source?.isWhole;
  return playsAnyTime(product) && !product.asset?.playable;
}

/** What must still be done before the product can leave the draft, in the order of the form. */
export function missingParts(product: Product, now: Temporal.Instant): MissingPart[] {
  const missing = missingTexts(product);
  if (lacksSource(product)) missing.push('asset');
  if (isBundle(product) && product.partCount < fewestParts) missing.push('parts');
  if (isSent(product) && product.stock === null) missing.push('stock');
  if (isSent(product) && !product.hasWay) missing.push('shipping');
  const hasDates = isDated(product);
  if (hasDates && product.sessions.length === 0) missing.push('sessions');
  else if (hasDates && !product.sessions.some((one) => isWorthwhile(product, one, now))) {
    missing.push('futureSession');
  }
  if (product.channel.state !== 'published') missing.push('channel');
  return missing;
}

/** What whoever may work on it can do with it now. */
export function productCan(person: Person, product: Product, now: Temporal.Instant): ProductCan {
  const complete = missingParts(product, now).length === 0;
  return {
    edit: canAct(product, 'edit'),
    publish: canAct(product, 'publish') && complete && mayBeShown(product, 'published'),
    makePrivate: canAct(product, 'makePrivate') && complete && mayBeShown(product, 'private'),
    withdraw: canWithdraw(product, now),
    delete: canAct(product, 'delete'),
    addSession: canAct(product, 'addSession') && isDated(product),
    removeSession: canAct(product, 'removeSession'),
    duplicate: whyNotDuplicate(person, product) === null,
    feature: mayFeature(person) && canBeFeatured(product),
    replaceSource: whyNotReplace(product, now) === null,
  };
}

/** A copy is a new product of whoever owns the channel, in that channel. */
export function whyNotDuplicate(
  person: Pick<Person, 'id'>,
  { ownerId, channel }: Pick<Product, 'ownerId' | 'channel'>,
): 'not_owner' | 'channel_banned' | null {
  if (person.id !== ownerId) return 'not_owner';
  return channel.state === 'banned' ? 'channel_banned' : null;
}

/** Of each act that is not possible now, why. */
export function whyNot(person: Person, product: Product, now: Temporal.Instant): Because {
  const can = productCan(person, product, now);
  const { status } = product;
  const duplicate = whyNotDuplicate(person, product);
  const replaceSource = whyNotReplace(product, now);
  return {
    ...whyNotShown(product, can),
    ...(can.withdraw ? {} : { withdraw: status === 'draft' ? 'draft' : 'ended' }),
    ...(duplicate ? { duplicate } : {}),
    ...(replaceSource ? { replaceSource } : {}),
  };
}

type InChannel = { channel: { state: ChannelState } };
/** Can everyone find it? */
export const isPublic = ({ status, channel }: Pick<Product, 'status'> & InChannel): boolean =>
  status === 'published' && channel.state === 'published';

export const seatsLeft = ({ capacity, seatsHeld }: ProductSession): number | null =>
  capacity === null ? null : Math.max(0, capacity - seatsHeld);

type Sold = Pick<
  Product,
  | 'type'
  | 'status'
  | 'salesStartsAt'
  | 'salesEndsAt'
  | 'expiresAt'
  | 'sessions'
  | 'watchable'
  | 'isBarred'
  | 'stock'
> &
  InChannel;

/** Is there something to see of this showing: not cancelled, and not over, or it was recorded? */
export const isWorthwhile = (
  product: Pick<Sold, 'watchable'>,
  session: Pick<ProductSession, 'overAt' | 'cancelledAt'>,
  now: Temporal.Instant,
): boolean => session.cancelledAt === null && (product.watchable || !isPast(now, session.overAt));

type Ended = { lastEnd: string | null; onAir: boolean; watchable: boolean };

/** What is left of a show whose last showing has ended; null while something is to come or on air. */
export function pastShow(
  { lastEnd, onAir, watchable }: Ended,
  now: Temporal.Instant,
): PastShow | null {
  if (lastEnd === null || onAir || !isPast(now, lastEnd)) return null;
  return watchable ? 'recorded' : 'ended';
}

const hasSomethingToSee = (product: Sold, now: Temporal.Instant): boolean =>
  // Of a bundle each part is asked when it is bought.
  isBundle(product) ||
  isSent(product) ||
  (playsAnyTime(product)
    ? product.watchable
    : product.sessions.some((session) => isWorthwhile(product, session, now)));

/** May tickets be sold at this instant, seats apart? */
function saleWindow(product: Sold, now: Temporal.Instant): Exclude<SaleState, 'sold_out'> {
  const { status, channel, isBarred, salesStartsAt, salesEndsAt, expiresAt } = product;
  if (status === 'draft' || channel.state !== 'published') return 'closed';
  if (!isWithin(now, null, salesEndsAt) || !isWithin(now, null, expiresAt)) return 'closed';
  if (!hasSomethingToSee(product, now)) return 'closed';
  return isBarred ? 'barred' : isWithin(now, salesStartsAt, null) ? 'open' : 'not_yet';
}

/** Can a ticket for this showing be had at this instant? */
export const sessionIsOpen = (
  product: Sold,
  session: ProductSession,
  now: Temporal.Instant,
): boolean =>
  saleWindow(product, now) === 'open' &&
  isWorthwhile(product, session, now) &&
  seatsLeft(session) !== 0;

const isInStock = ({ stock }: Pick<Sold, 'stock'>): boolean => stock !== null && stock.free !== 0;

/** How the sale stands; `sold_out` when no showing that is still to come has a seat, or none is in stock. */
export function saleState(product: Sold, now: Temporal.Instant): SaleState {
  const window = saleWindow(product, now);
  if (window === 'open' && isSent(product)) return isInStock(product) ? 'open' : 'sold_out';
  if (window !== 'open' || !isDated(product)) return window;
  return product.sessions.some((session) => sessionIsOpen(product, session, now))
    ? 'open'
    : 'sold_out';
}

/** Can this product be bought at this instant: state, channel, window, showings? Seats apart. */
export const saleIsOpen = (product: Sold, now: Temporal.Instant): boolean =>
  saleWindow(product, now) === 'open';
