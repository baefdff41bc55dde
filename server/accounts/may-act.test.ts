import { expect, it } from 'vitest';
import type { Approval } from '#contract/accounts.ts';
import { db } from '#server/platform/database/index.ts';
import { aUser } from '#test/factories/accounts.ts';
import '#test/story.ts';
import { mayAct } from './index.ts';
import { maySignIn } from './users.rules.ts';
import { stateOf } from './users.store.ts';

const at = '2026-01-01T00:00:00Z';
const approvals: Approval[] = ['pending', 'approved', 'disapproved'];
const states = approvals.flatMap((approval) =>
  [null, at].flatMap((email_confirmed_at) =>
    [null, at].flatMap((blocked_at) =>
      [null, at].map((deleted_at) => ({ approval, email_confirmed_at, blocked_at, deleted_at })),
    ),
  ),
);

it('the database lets act whom the rule lets log in, in every state of a user, and nobody else', async () => {
  const { id } = await aUser();
  const said: boolean[] = [];
  for (const state of states) {
    await db().updateTable('users').set(state).where('id', '=', id).execute();
    const { isIn, ...user } = await db()
      .selectFrom('users as u')
      .selectAll()
      .select(mayAct('u').as('isIn'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([state, isIn]).toEqual([state, maySignIn(stateOf(user))]);
    said.push(isIn);
  }
  expect(said.filter(Boolean)).toHaveLength(1);
});
