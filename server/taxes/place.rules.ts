import { type RateKind, type TaxReason, vatCountries } from '#contract/shared/tax-places.ts';
import { plainPostcode } from './rates.rules.ts';

/** What is sold, as far as its place depends on it. */
export type Supply =
  /** Admission to something that takes place somewhere; live culture has a rate of its own. */
  | { kind: 'in_person'; country: string; postcode?: string; isCulture: boolean }
  /** Watching live from elsewhere, which is no electronic service (Directive 2022/542). */
  | { kind: 'live_online' }
  /** Electronic services: recordings, films, subscriptions. */
  | { kind: 'on_demand' }
  /** Things that are sent, and what sending them costs. */
  | { kind: 'goods' }
  /** Any other service, as the platform's to organizers. */
  | { kind: 'service' }
  /** Given without anything in return. */
  | { kind: 'gift' }
  /** A voucher for anything: what it will buy is not known yet. */
  | { kind: 'voucher' };

export type Seller = {
  country: string;
  postcode?: string;
  /** Above 10,000 EUR a year to consumers of other member states, or taking part in OSS by choice. */
  isOverThreshold: boolean;
};

/** What the register of VAT numbers (VIES) said; `unchecked` also when it was down. */
export type NumberState = 'none' | 'valid' | 'unchecked' | 'invalid';

export type Party = { country: string; postcode?: string; vatNumber: NumberState };

/** Where a supply is taxed. Without a rate no tax is charged by the seller. */
export type TaxPlace = {
  /** Null: nobody's tax that this product knows of. */
  country: string | null;
  /** Whose region counts for the rate, '' for none: the event's, the seller's or the buyer's. */
  postcode: string;
  rate: Extract<RateKind, 'standard' | 'reduced'> | null;
  /** The buyer owes the tax: the invoice has to say so. */
  isReverseCharge: boolean;
  reason: TaxReason;
};

const inArea: readonly string[] = vatCountries;

/**
 * Parts of member states where the Directive does not apply (art. 6), by their postcodes. Those that
 * have a tax of their own are named by the code that ISO 3166 reserves for them.
 */
const outsiders: readonly [country: string, postcode: RegExp, own: string | null][] = [
  ['ES', /^3[58]/, 'IC'],
  ['ES', /^5[12]/, 'EA'],
  ['DE', /^(?:27498|78266)$/, null],
  ['IT', /^(?:22061|23041)$/, null],
  ['GR', /^63086$/, null],
  ['FR', /^97/, null],
  ['FI', /^22\d{3}$/, null],
];

/** Country and postcode, as the tax knows them. */
type Territory = { country: string; postcode: string; isInArea: boolean; hasOwnTax: boolean };

export function territoryOf({
  country,
  postcode = '',
}: {
  country: string;
  postcode?: string;
}): Territory {
  const plain = plainPostcode(postcode);
  // Monaco is treated as France (art. 7).
  const at = { country: country === 'MC' ? 'FR' : country, postcode: plain };
  const outside = outsiders.find(([of, shape]) => of === at.country && shape.test(plain));
  if (!outside) return { ...at, isInArea: inArea.includes(at.country), hasOwnTax: false };
  const own = outside[2];
  return { ...at, country: own ?? country, isInArea: false, hasOwnTax: own !== null };
}

const taxed = (
  { country, postcode }: Territory,
  reason: TaxReason,
  rate: TaxPlace['rate'] = 'standard',
): TaxPlace => ({ country, postcode, rate, isReverseCharge: false, reason });

const untaxed = (country: string | null, reason: TaxReason): TaxPlace => ({
  country,
  postcode: '',
  rate: null,
  isReverseCharge: reason === 'reverse_charge',
  reason,
});

/** Where there is no VAT: a place with a tax of its own is named, all others are nobody's. */
const outside = ({ country, hasOwnTax }: Territory): TaxPlace =>
  hasOwnTax ? untaxed(country, 'local_tax') : untaxed(null, 'outside_vat_area');

/**
 * Where something sold is taxed, and why: a decision table, each row with its article in
 * docs/decisions/0049. Instants, rates and amounts are none of its business.
 */
export function placeOfSupply(supply: Supply, seller: Seller, buyer: Party): TaxPlace {
  if (supply.kind === 'gift') return untaxed(null, 'no_supply');
  if (supply.kind === 'voucher') return untaxed(null, 'at_redemption');
  if (supply.kind === 'in_person') return atTheEvent(supply);
  const from = territoryOf(seller);
  // Whose country is not known is taxed as if they lived where the seller does.
  const to = buyer.country === '' ? from : territoryOf(buyer);
  if (from.country === to.country && from.isInArea === to.isInArea) {
    return from.isInArea ? taxed(from, 'domestic') : outside(from);
  }
  if (supply.kind === 'service' && buyer.vatNumber !== 'valid') return atTheSeller(from);
  if (!to.isInArea) return outside(to);
  if (supply.kind === 'goods' && !from.isInArea) return untaxed(null, 'import');
  if (buyer.vatNumber === 'valid') return toBusiness(supply, to);
  return toConsumer(supply, { from, to, isOver: seller.isOverThreshold }, buyer.vatNumber);
}

/** Admission is taxed where it takes place, whoever buys it (art. 53 and 54). */
function atTheEvent({ isCulture, ...event }: Extract<Supply, { kind: 'in_person' }>): TaxPlace {
  const at = territoryOf(event);
  if (!at.isInArea) return outside(at);
  return taxed(at, 'event', isCulture ? 'reduced' : 'standard');
}

/** Other services to people who are no business (art. 45). */
const atTheSeller = (from: Territory): TaxPlace =>
  from.isInArea ? taxed(from, 'seller') : outside(from);

/** Services move the tax to the buyer (art. 44, 196); goods leave without it (art. 138). */
const toBusiness = (supply: Supply, to: Territory): TaxPlace =>
  untaxed(to.country, supply.kind === 'goods' ? 'intra_eu_goods' : 'reverse_charge');

type Way = { from: Territory; to: Territory; isOver: boolean };

/**
 * Where the buyer is (art. 33, 54, 58). The threshold (art. 59c) is for electronic services and goods
 * alone, and for sellers inside the area; who watches live from elsewhere is taxed at home from the
 * first cent. A number that nobody could check makes no business of anyone.
 */
function toConsumer(supply: Supply, { from, to, isOver }: Way, vatNumber: NumberState): TaxPlace {
  const hasThreshold = supply.kind === 'on_demand' || supply.kind === 'goods';
  if (hasThreshold && from.isInArea && !isOver) return taxed(from, 'under_threshold');
  return taxed(to, vatNumber === 'none' ? 'buyer' : 'unchecked_number');
}
