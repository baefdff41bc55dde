import { matchPath } from 'react-router';
import type { NavPlace } from './desk-navigation.ts';

/** Is this place of the navigation where one is: at its address, below it, or at what else belongs to it? */
export function isHere({ to, within, also = [] }: NavPlace, pathname: string): boolean {
  const end = !within && (to === '/' || to.endsWith('/new'));
  return (
    matchPath({ path: within ?? to, end }, pathname) !== null ||
    also.some((path) => matchPath({ path, end: false }, pathname) !== null)
  );
}
