/** The door of `affiliates`: who brought a buyer, and for which lines that counts. */
export { creditOf } from './affiliates.queries.ts';
export { type Credit, creditedTo } from './affiliates.rules.ts';
