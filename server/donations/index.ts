/** The door of `donations`: what can be given here, to whoever sells. */
export { findChannelDonation, findProductDonation, findSupport } from './offers.queries.ts';
export { type Recipient, takesAmount } from './offers.rules.ts';
