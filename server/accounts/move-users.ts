import type { BulkOutcome, BulkUserMove } from '#contract/accounts.ts';
import type { Language } from '#contract/shared/languages.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { errorAnswer } from '#server/platform/http/faults.ts';
import { moveUser } from './move-user.ts';

type Asked = { move: BulkUserMove; ids: readonly string[] };
type Asking = { language: Language; requestId: string };

/**
 * Does the same with each of these users as if it were asked alone: a transaction, a rule and a
 * letter each. What is refused for one stops nothing for the others; a fault of ours ends it, and
 * what was done until then stays done.
 */
export async function moveUsers(
  by: Actor,
  { move, ids }: Asked,
  asking: Asking,
): Promise<{ outcomes: BulkOutcome[] }> {
  const outcomes: BulkOutcome[] = [];
  for (const id of new Set(ids)) {
    try {
      await moveUser(by, id, move);
      outcomes.push({ id, done: true });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message } = errorAnswer(error.code, asking.language, asking);
      outcomes.push({ id, done: false, code, message });
    }
  }
  return { outcomes };
}
