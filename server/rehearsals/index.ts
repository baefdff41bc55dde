/** The door of `rehearsals`: why a guest's ticket ended. */
export { rehearsalEnds } from './rooms.rules.ts';
