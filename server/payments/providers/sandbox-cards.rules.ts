import { type PaymentFailure, type SandboxOutcome, sandboxCards } from '#contract/payments.ts';
import type { ChargeState } from './provider.ts';

/** What the sandbox does with a card: the number decides, and numbers it does not know are declined. */
export const outcomeOf = (number: string): SandboxOutcome =>
  sandboxCards.find((card) => card.number === number)?.outcome ?? 'decline';

export type BankDecision = {
  state: Extract<ChargeState, 'open' | 'confirming' | 'approved' | 'declined'>;
  failure: PaymentFailure | null;
  /** The notice of it is never sent. */
  silent: boolean;
};

const decisions: Record<SandboxOutcome, BankDecision> = {
  approve: { state: 'approved', failure: null, silent: false },
  lost: { state: 'approved', failure: null, silent: true },
  decline: { state: 'declined', failure: 'card_declined', silent: false },
  insufficient_funds: { state: 'declined', failure: 'insufficient_funds', silent: false },
  confirm: { state: 'confirming', failure: null, silent: false },
  late: { state: 'open', failure: null, silent: false },
  once: { state: 'approved', failure: null, silent: false },
};

const withoutBuyer: Partial<Record<SandboxOutcome, BankDecision>> = {
  confirm: { state: 'declined', failure: 'not_confirmed', silent: false },
  once: { state: 'declined', failure: 'insufficient_funds', silent: false },
};

/** What the bank writes into its books for this outcome. */
export const decisionFor = (outcome: SandboxOutcome): BankDecision => decisions[outcome];

/** The same when a card that it keeps is charged while nobody is there to be asked. */
export const decisionWithoutBuyer = (outcome: SandboxOutcome): BankDecision =>
  withoutBuyer[outcome] ?? decisions[outcome];

/** Is the last day of the card's month still to come, or today? `expiry` is `MM/YY`. */
export function cardIsValid(expiry: string, today: { year: number; month: number }): boolean {
  const [month = 0, year = 0] = expiry.split('/').map((part) => Number(part.trim()));
  return (2000 + year) * 12 + month >= today.year * 12 + today.month;
}
