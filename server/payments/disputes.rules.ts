import type { DisputeState } from '#contract/shared/refunds.ts';

/**
 * The moves of a dispute. A warning is a question of the bank, and may become a dispute; what is
 * decided stays so.
 */
const moves: Record<DisputeState, readonly DisputeState[]> = {
  warning_needs_response: [
    'warning_under_review',
    'warning_closed',
    'needs_response',
    'under_review',
    'won',
    'lost',
  ],
  warning_under_review: ['warning_closed', 'needs_response', 'under_review', 'won', 'lost'],
  warning_closed: ['needs_response', 'under_review', 'won', 'lost'],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  won: [],
  lost: [],
};

export const canMoveDispute = (from: DisputeState, to: DisputeState): boolean =>
  moves[from].includes(to);

/** Nothing is decided: what was sold is paid to nobody meanwhile. */
export const openDisputes = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
] as const satisfies readonly DisputeState[];

/** The provider has the money: giving it back too would pay the buyer twice. */
export const withheldDisputes = [
  'needs_response',
  'under_review',
] as const satisfies readonly DisputeState[];

export const isOpenDispute = (state: DisputeState): boolean =>
  (openDisputes as readonly DisputeState[]).includes(state);

/** How Stripe calls its states, where it is not our name. An appeal is a review that goes on. */
const told: Record<string, DisputeState> = {
  appeal_needs_response: 'needs_response',
  appeal_under_review: 'under_review',
  // Settled by a refund before it became a dispute.
  prevented: 'warning_closed',
};

const known = new Set<string>(Object.keys(moves));

/** A state as the provider tells it; null for one that nobody here knows. */
export const disputeStateFrom = (status: string): DisputeState | null =>
  known.has(status) ? (status as DisputeState) : (told[status] ?? null);
