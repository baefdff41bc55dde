/** The parts of one's own data; the address names the one that is open. */
export const dataPlaces = [
  'personal',
  'profile',
  'billing',
  'letters',
  'password',
  'organize',
  'devices',
] as const;
export type DataPlace = (typeof dataPlaces)[number];

/** The part that the end of an address names; else the first. */
export const placeOf = (hash: string): DataPlace =>
  dataPlaces.find((place) => `#${place}` === hash) ?? 'personal';

/** Those that one form saves together. */
const inForm: readonly DataPlace[] = ['personal', 'profile', 'billing', 'letters'];
export const isInForm = (place: DataPlace): boolean => inForm.includes(place);
