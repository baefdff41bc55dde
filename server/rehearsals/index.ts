/** The door of `rehearsals`: why a guest's ticket ended, and what a deleted account leaves. */
export { leaveRehearsals } from './leave-with-person.ts';
export { rehearsalEnds } from './rooms.rules.ts';
