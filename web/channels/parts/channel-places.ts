import { reviewedFields } from '#contract/channels.ts';

/** The parts of a channel on its desk, in the order in which they stand. */
export const formPlaces = ['about', 'pictures', 'links', 'billing'] as const;
export type FormPlace = (typeof formPlaces)[number];
export type PlaceStatus = 'wrong' | 'missing' | 'filled' | 'optional';

const fields: Record<FormPlace, readonly string[]> = {
  about: ['title', 'description', 'classification', 'tags'],
  pictures: ['logoId', 'profileImageId', 'coverImageId'],
  links: ['social', 'marketplaceUrl'],
  billing: ['businessName', 'billing'],
};

const isIn = (place: FormPlace) => (field: string) =>
  fields[place].some((name) => field === name || field.startsWith(`${name}.`));

type Given = {
  values: Record<string, unknown>;
  /** Fields that the server refused, and those that must not be empty and are. */
  wrong: readonly string[];
  missing: readonly string[];
  /** Whether review still lies ahead: then it asks for more than saving does. */
  isDraft: boolean;
};

/** How a part stands: what is wrong before what is missing before what is there. */
export function placeStatus(place: FormPlace, given: Given): PlaceStatus {
  const { values, wrong, missing, isDraft } = given;
  const here = isIn(place);
  if (wrong.some(here)) return 'wrong';
  const asked = isDraft ? reviewedFields.filter((field) => isEmpty(valueAt(values, field))) : [];
  if ([...missing, ...asked].some(here)) return 'missing';
  return fields[place].every((name) => isEmpty(values[name])) ? 'optional' : 'filled';
}

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], values);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));
