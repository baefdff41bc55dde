import type { MissingPart, OwnProduct, ProductType } from '#contract/catalog.ts';
import { assetTypes, clockTypes, sentTypes } from '#contract/shared/product-kinds.ts';
import type { ProductValues } from './product-form.ts';

/** The sections of a product in the order in which they are worked through. */
export const sections = [
  'info',
  'film',
  'parts',
  'sessions',
  'stock',
  'price',
  'offer',
  'description',
  'classification',
  'availability',
  'details',
  'advertising',
  'actions',
] as const;
export type Section = (typeof sections)[number];

/** What only some types have. */
const own: ReadonlySet<Section> = new Set<Section>(['film', 'parts', 'sessions', 'stock']);

const ownOf = (type: ProductType): readonly Section[] => {
  if (type === 'bundle') return ['parts'];
  if (sentTypes.includes(type)) return ['stock'];
  if (clockTypes.includes(type)) return ['film', 'sessions'];
  return assetTypes.includes(type) ? ['film'] : ['sessions'];
};

/** Those that a type has: what plays whenever one wants a film, a bundle parts, what is sent a stock, all else dates, or both. */
export const sectionsFor = (type: ProductType): readonly Section[] => {
  const others = sections.filter((section) => !ownOf(type).includes(section) && own.has(section));
  return sections.filter((section) => !others.includes(section));
};

/** What stands together on the screen: first all that publishing asks for, then one by one. */
export const screens: readonly (readonly Section[])[] = [
  ['info', 'film', 'parts', 'sessions', 'stock', 'price'],
  ...sections.slice(6).map((section) => [section]),
];

export const screenOf = (section: Section): readonly Section[] =>
  screens.find((screen) => screen.includes(section)) ?? [section];

/** The screens before and after the one of this section, by their first sections. */
export function neighboursOf(section: Section): { before?: Section; after?: Section } {
  const at = screens.indexOf(screenOf(section));
  return { before: screens[at - 1]?.[0], after: screens[at + 1]?.[0] };
}

const fields: Record<Section, readonly string[]> = {
  info: ['title', 'channel', 'language', 'shortDescription', 'pictureId'],
  film: ['assetId', 'recordingId'],
  parts: ['parts'],
  sessions: ['sessions'],
  stock: ['stock'],
  price: ['plan', 'currency', 'price', 'priceNote'],
  offer: ['hasOffer', 'offer'],
  description: ['description'],
  classification: ['categories', 'tags', 'suggestedAge'],
  availability: ['salesStartsAt', 'salesEndsAt', 'expirationHours', 'expiresAt'],
  details: [
    'production',
    'productionYear',
    'productionCountry',
    'trailerUrl',
    'technicalSheet',
    'additionalInfo',
  ],
  advertising: ['banner'],
  actions: [],
};

/** Where a field stands: `price.amount` in `price`. */
export function sectionOf(field: string): Section {
  const [name = field] = field.split('.');
  return sections.find((section) => fields[section].includes(name)) ?? 'info';
}

/** What is said on pages of the channel, for all that it sells. */
export type PartOfChannel = 'channel' | 'shipping';
export const isOfChannel = (part: MissingPart): part is PartOfChannel =>
  part === 'channel' || part === 'shipping';

/** What publishing still asks for, by the field that gives it; nothing for what its channel gives. */
export const fieldOfPart: Record<Exclude<MissingPart, PartOfChannel>, string> = {
  shortDescription: 'shortDescription',
  pictureId: 'pictureId',
  price: 'price.amount',
  asset: 'assetId',
  parts: 'parts',
  sessions: 'sessions',
  futureSession: 'sessions',
  stock: 'stock',
  offer: 'offer.amount',
  banner: 'banner.alt',
};

export type SectionStatus = 'wrong' | 'missing' | 'filled' | 'optional';

type Given = {
  type: ProductType;
  product: Pick<OwnProduct, 'missing' | 'sessions' | 'status'> | null;
  values: ProductValues;
  blank: ProductValues;
  /** Fields that the server refused or could not keep. */
  wrong: readonly string[];
};

/** A product that does not exist yet lacks all of it. */
const missingAtFirst = (type: ProductType): readonly MissingPart[] => {
  const has = sectionsFor(type);
  return [
    ...(['shortDescription', 'pictureId', 'price'] as const),
    ...(has.includes('film') ? (['asset'] as const) : []),
    ...(has.includes('parts') ? (['parts'] as const) : []),
    ...(has.includes('sessions') ? (['sessions'] as const) : []),
    ...(has.includes('stock') ? (['stock'] as const) : []),
  ];
};

/** How a section stands: what is wrong before what is missing before what is there. */
export function statusOf(
  section: Section,
  { type, product, values, blank, wrong }: Given,
): SectionStatus {
  if (wrong.some((field) => sectionOf(field) === section)) return 'wrong';
  const missing = product?.missing ?? missingAtFirst(type);
  const lacks = missing.some(
    (part) => !isOfChannel(part) && sectionOf(fieldOfPart[part]) === section,
  );
  if (lacks || isHalfFilled(section, values)) return 'missing';
  if (section === 'actions') return product && product.status !== 'draft' ? 'filled' : 'optional';
  if (screenOf(section).length > 1) return 'filled';
  const isBlank = fields[section].every(
    (name) =>
      text(values[name as keyof ProductValues]) === text(blank[name as keyof ProductValues]),
  );
  return isBlank ? 'optional' : 'filled';
}

const text = (value: unknown) => JSON.stringify(value);

/** What no server was told of yet. */
const isHalfFilled = (section: Section, { title, plan, hasOffer, offer }: ProductValues) =>
  (section === 'info' && title.trim() === '') ||
  (section === 'offer' && plan === 'paid' && hasOffer && offer.amount === null);
