/** The door of `insights`: it reads what all others keep and is asked by nobody. */
export { findOverview } from './overview.queries.ts';
