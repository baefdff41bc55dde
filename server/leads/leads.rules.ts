import type { LeadState } from '#contract/leads.ts';
import type { Role } from '#contract/shared/roles.ts';

/** The moves of a lead. Whoever bought stays bought; whoever was lost may ask, or buy, all the same. */
const moves: Record<LeadState, readonly LeadState[]> = {
  new: ['contacted', 'bought', 'lost'],
  contacted: ['bought', 'lost'],
  lost: ['new', 'contacted', 'bought'],
  bought: [],
};

export const canMoveLead = (from: LeadState, to: LeadState): boolean => moves[from].includes(to);

/** The states from which a lead comes to `to`. */
export const leadComesFrom = (to: LeadState): LeadState[] =>
  (Object.keys(moves) as LeadState[]).filter((from) => canMoveLead(from, to));

type Person = { id: string; roles: readonly Role[] };

/** The organizer's side: whose channel it is, and administrators. For all others a lead does not exist. */
export const maySeeLead = (person: Person, lead: { ownerId: string }): boolean =>
  person.id === lead.ownerId || person.roles.includes('ADMIN');

/**
 * What people do with a lead by hand. That somebody asked is said by that person alone, so nothing
 * leads back to `new`.
 */
export const leadCan = ({ state }: { state: LeadState }): { move: LeadState[]; note: boolean } => ({
  move: moves[state].filter((to) => to !== 'new'),
  note: true,
});

export const canMoveByHand = (from: LeadState, to: LeadState): boolean =>
  leadCan({ state: from }).move.includes(to);

/** What somebody asked for, and what was there on that day. */
export type Asked = {
  /** The sale was open. */
  wasOpen: boolean;
  /** The sessions that there were. */
  knownSessions: readonly string[];
};

/**
 * Is there news for whoever asked to be told of a product: can it be bought, and could it not before,
 * or only on other dates?
 */
export const hasNews = (asked: Asked, now: { isOpen: boolean; openSessions: readonly string[] }) =>
  now.isOpen &&
  (!asked.wasOpen || now.openSessions.some((id) => !asked.knownSessions.includes(id)));

/** What a person can do about being told of a product or a channel. */
export const interestCan = (
  asked: boolean,
  thing: { isPublic: boolean; hasTicket: boolean },
): { ask: boolean; withdraw: boolean } => ({
  ask: !asked && thing.isPublic && !thing.hasTicket,
  withdraw: asked,
});

/** A link in a letter that asks to confirm an address is good for so long. */
export const confirmHours = 48;
/** Between two such letters about one thing, in minutes. */
export const confirmPauseMinutes = 10;
/** So many addresses to be confirmed are kept of one address in a day, whatever it asks for. */
export const mostUnconfirmed = 5;
