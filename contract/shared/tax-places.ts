/** The countries of the European VAT area, as ISO 3166 names them (Greece is GR). */
export const vatCountries = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE'],
  ...['IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
] as const;

/** Kinds of rate, by the names of the table that they were taken from. */
export const rateKinds = [
  'standard',
  'reduced',
  'reduced1',
  'reduced2',
  'super_reduced',
  'parking',
  'press_publications',
] as const;
export type RateKind = (typeof rateKinds)[number];

/** Why a supply is taxed where it is, or not at all. */
export const taxReasons = [
  // Taxed
  'event',
  'domestic',
  'under_threshold',
  'seller',
  'buyer',
  'unchecked_number',
  // Not taxed by the seller
  'reverse_charge',
  'intra_eu_goods',
  'outside_vat_area',
  'local_tax',
  'import',
  'no_supply',
  'at_redemption',
] as const;
export type TaxReason = (typeof taxReasons)[number];
