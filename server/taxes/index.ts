/** The door of `taxes`: where something sold is taxed, and at which rate on a day. */

export {
  type NumberState,
  type Party,
  placeOfSupply,
  type Seller,
  type Supply,
  type TaxPlace,
} from './place.rules.ts';
export { ratesOf } from './rates.queries.ts';
export { type DatedRate, rateOn } from './rates.rules.ts';
