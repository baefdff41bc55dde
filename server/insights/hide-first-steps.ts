import type { FirstSteps } from '#contract/insights.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findHouse, hasHiddenFirstSteps } from './first-steps.queries.ts';
import { firstStepsOf } from './first-steps.rules.ts';
import { writeHidden } from './first-steps.store.ts';

export async function findFirstSteps(userId: string): Promise<FirstSteps> {
  const [house, wasHidden] = await Promise.all([
    findHouse(db(), userId),
    hasHiddenFirstSteps(db(), userId),
  ]);
  return firstStepsOf(house, wasHidden);
}

/** An organizer puts the list away once all is done, or takes it out again. */
export async function hideFirstSteps(actor: Actor, hidden: boolean): Promise<FirstSteps> {
  const { can } = await findFirstSteps(actor.id);
  if (hidden && !can.hide) refuse('FIRST_STEPS_OPEN');
  await writeHidden(db(), { userId: actor.id, at: hidden ? nowText() : null });
  return findFirstSteps(actor.id);
}
