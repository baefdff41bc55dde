import type { Db } from './database/index.ts';
import { forgetBy } from './remembered.ts';

declare const payload: unique symbol;
/** The name of a kind of fact; the type says what comes with it. */
export type FactKind<T> = { readonly name: string; readonly [payload]?: T };

type Reaction = (tx: Db, fact: never) => Promise<void>;
const reactions = new Map<string, Reaction[]>();
forgetBy(() => forgetReactions());

/** Names a kind of fact, in the past tense: `fact<{ orderId: string }>('order paid')`. */
export const fact = <T>(name: string): FactKind<T> => ({ name });

/**
 * Says that something happened. Every reaction runs now, in the same transaction: what leaves the
 * house (mail, network) must be a job that the reaction enqueues on `tx`.
 */
export async function announce<T>(tx: Db, kind: FactKind<T>, happened: T): Promise<void> {
  for (const react of reactions.get(kind.name) ?? []) await react(tx, happened as never);
}

/** Used by `server/reactions.ts` alone: when this happens, then that. */
export function when<T>(kind: FactKind<T>, then: (tx: Db, fact: T) => Promise<void>): void {
  reactions.set(kind.name, [...(reactions.get(kind.name) ?? []), then as Reaction]);
}

/** Forgets all reactions: a process that builds the app twice must not react twice. */
export const forgetReactions = (): void => reactions.clear();
