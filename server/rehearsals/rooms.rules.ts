import type { ChannelState } from '#contract/channels.ts';
import { type Invitation, type Room, rehearsalLimits } from '#contract/rehearsals.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';

/** A guest was sent out. */
export const endedByRemoval = 'rehearsal_removed';
/** The room was closed. */
export const endedByClosing = 'rehearsal_closed';
/** The account of a guest was deleted. */
export const endedByErasure = 'rehearsal_erased';
/** Why tickets of rehearsals end; nobody is written to about it. */
export const rehearsalEnds: readonly string[] = [endedByRemoval, endedByClosing, endedByErasure];

/** Nothing leads back from `closed`. */
export type RoomState = 'open' | 'closed';

const acts: Record<keyof Room['can'], readonly RoomState[]> = {
  rename: ['open'],
  setPlaces: ['open'],
  replaceInvitation: ['open'],
  removeGuest: ['open'],
  close: ['open'],
};

/** Is this act possible in this state? */
export const canAct = (state: RoomState, act: keyof Room['can']): boolean =>
  acts[act].includes(state);

export const roomMoves = (state: RoomState): Room['can'] => ({
  rename: canAct(state, 'rename'),
  setPlaces: canAct(state, 'setPlaces'),
  replaceInvitation: canAct(state, 'replaceInvitation'),
  removeGuest: canAct(state, 'removeGuest'),
  close: canAct(state, 'close'),
});

/** Rehearsing comes before publishing: any channel will do that was not banned. */
export const mayRehearseIn = (state: ChannelState): boolean => state !== 'banned';

/** Why an organizer cannot open one more room; null when they can. */
export function whyNotOpen(house: {
  channels: readonly { state: ChannelState }[];
  openRooms: number;
}): 'limit' | 'no_channel' | null {
  if (!house.channels.some(({ state }) => mayRehearseIn(state))) return 'no_channel';
  return house.openRooms >= rehearsalLimits.rooms ? 'limit' : null;
}

/** An invitation leads to a room that is open, as long as its organizer may act and its channel stands. */
export const invitationWorks = (room: {
  closedAt: string | null;
  channelState: ChannelState;
  ownerMayAct: boolean;
}): boolean => room.closedAt === null && room.ownerMayAct && mayRehearseIn(room.channelState);

/** What somebody is to a room whose link they bring. Instants are ISO 8601 in UTC. */
export type Visitor = {
  isHost: boolean;
  isGuest: boolean;
  /** When they were last sent out. */
  removedAt: string | null;
  linkMadeAt: string;
  guests: number;
  places: number;
};

/** Whoever was sent out is not let in by the link of that day; a new one is a new invitation. */
export function standingOf(visitor: Visitor): Invitation['standing'] {
  if (visitor.isHost) return 'host';
  if (visitor.isGuest) return 'guest';
  if (visitor.removedAt !== null && visitor.removedAt >= visitor.linkMadeAt) return 'removed';
  return visitor.guests >= visitor.places ? 'full' : 'open';
}

/** Why somebody who stands so is not let in; null when they are. */
export function whyNotEnter(standing: Invitation['standing']): ErrorCode | null {
  if (standing === 'removed') return 'REHEARSAL_REMOVED';
  return standing === 'full' ? 'REHEARSAL_FULL' : null;
}

/** Nobody is sent out by counting: there are never fewer places than guests. */
export const placesSuffice = ({ places, guests }: { places: number; guests: number }): boolean =>
  places >= guests;
