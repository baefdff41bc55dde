import type { OrderEvent } from '#contract/sold-order.ts';
import { peopleByIds } from '#server/accounts/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import type { Did, Told } from './order-events.rules.ts';

type Who = Pick<OrderEvent, 'by' | 'name'>;
type Read = {
  actor: Actor;
  /** Whoever sold; null: the site did. */
  ownerId: string | null;
};

/**
 * Who did what is told of an order: its seller, or else an administrator, for nobody else may. Their names are
 * told to administrators; to an organizer whoever runs the site is one.
 */
export async function doersOf(
  db: Db,
  { actor, ownerId }: Read,
  told: readonly Told[],
  others: readonly string[],
): Promise<(did: Did) => Who> {
  const persons = told.flatMap(({ by }) => (typeof by === 'string' ? [] : by.person));
  const people = isAdmin(actor) ? await peopleByIds(db, [...persons, ...others]) : new Map();
  return (did) => {
    if (typeof did === 'string') return { by: did, name: null };
    const person = people.get(did.person);
    const name = person ? `${person.name} ${person.surname}`.trim() : '';
    return { by: did.person === ownerId ? 'organizer' : 'administrator', name: name || null };
  };
}
