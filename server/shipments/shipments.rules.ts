import type { Temporal } from 'temporal-polyfill';
import type { Role } from '#contract/shared/roles.ts';
import type { ShipmentMethod, ShipmentState } from '#contract/shipments.ts';

/** The whole life of what is sent, or picked up: `sent` is then ready, `delivered` is fetched. */
const moves: Record<ShipmentState, readonly ShipmentState[]> = {
  to_send: ['sent', 'cancelled'],
  sent: ['delivered', 'returned'],
  delivered: [],
  cancelled: [],
  returned: [],
};

/** Can one that is `from` become `to`? */
export const canMove = (from: ShipmentState, to: ShipmentState): boolean =>
  moves[from].includes(to);

/** The states from which one becomes this. */
export const comesFrom = (to: ShipmentState): ShipmentState[] =>
  (Object.keys(moves) as ShipmentState[]).filter((from) => canMove(from, to));

export const isOver = (state: ShipmentState): boolean => moves[state].length === 0;

type Standing = { state: ShipmentState; method: ShipmentMethod; hasAddress: boolean };

/** What its seller can do with it now. */
export const shipmentCan = ({ state, method, hasAddress }: Standing) => ({
  send: canMove(state, 'sent'),
  track: state === 'sent' && method === 'post',
  deliver: canMove(state, 'delivered'),
  cancel: canMove(state, 'cancelled'),
  return: canMove(state, 'returned'),
  label: method === 'post' && hasAddress,
});

/**
 * May it be in stock again? What was not sent or came back, and what whose money went back without being
 * on its way to anybody: once, and only when its organizer says so.
 */
export const canRestock = (
  state: ShipmentState,
  { givenBack, restocked }: { givenBack: boolean; restocked: boolean },
): boolean =>
  !restocked && (state === 'cancelled' || state === 'returned' || (givenBack && state !== 'sent'));

type Person = { id: string; roles: readonly Role[] };

/** The seller's side: owner of the channel, administrators. For all others it does not exist. */
export const maySee = (person: Person, { ownerId }: { ownerId: string }): boolean =>
  person.id === ownerId || person.roles.includes('ADMIN');

/** So long an address is kept after an account was deleted, from the day on which its parcel left. */
const keptDays = 30;

/** Addresses of deleted accounts whose parcels left, or ended, before this instant are erased. */
export const erasedBefore = (now: Temporal.Instant): Temporal.Instant =>
  now.subtract({ hours: keptDays * 24 });
