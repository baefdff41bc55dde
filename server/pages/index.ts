/** The door of `pages`: it shows what others have and is asked by nobody. */
export { findOperator } from './operator.ts';
