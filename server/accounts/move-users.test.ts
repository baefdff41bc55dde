import { describe, expect, it } from 'vitest';
import { accountsContract, type BulkUserMove, usersContract } from '#contract/accounts.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { lastMailTo } from '#test/factories/mails.ts';
import { call, refusal, send } from '#test/story.ts';

const move = async (as: Someone, what: BulkUserMove, ids: string[], language = 'en') =>
  (await call(usersContract.moveUsers, { as, body: { move: what, ids }, language })).outcomes;
const isLoggedIn = async (as: Someone) =>
  (await send(accountsContract.getMe, { as })).statusCode === 200;

describe('an administrator with many users', () => {
  it('blocks those who can be blocked and hears why the others were not', async () => {
    const admin = await anAdmin();
    const [one, blocked, two] = [await aViewer(), await aViewer(), await aViewer()];
    await db()
      .updateTable('users')
      .set({ blocked_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', blocked.id)
      .execute();
    const stranger = crypto.randomUUID();
    const message =
      'This is not possible in the user’s present state. Reload the page to see how it stands.';
    expect(await move(admin, 'block', [one.id, blocked.id, stranger, two.id])).toEqual([
      { id: one.id, done: true },
      { id: blocked.id, done: false, code: 'USER_STATE', message },
      {
        id: stranger,
        done: false,
        code: 'SERVER_ERROR_NOT_FOUND',
        message: 'Error fetching data from the server: path not found.',
      },
      { id: two.id, done: true },
    ]);
    expect([await isLoggedIn(one), await isLoggedIn(two)]).toEqual([false, false]);
  });

  it('approves many, and each reads it in a letter', async () => {
    const people = [await aUser({ language: 'es' }), await aUser({ language: 'en' })];
    const ids = people.map(({ id }) => id);
    await db().updateTable('users').set({ approval: 'pending' }).where('id', 'in', ids).execute();
    expect(await move(await anAdmin(), 'approve', ids)).toEqual(
      ids.map((id) => ({ id, done: true })),
    );
    await runKeptJobs();
    const subjects = await Promise.all(
      people.map(async ({ email }) => (await lastMailTo(email)).subject),
    );
    expect(subjects).toEqual(['Tu registro está aprobado', 'Your registration is approved']);
  });

  it('is told in their own language, and does the same once for whom is named twice', async () => {
    const viewer = await aViewer();
    const [outcome, ...more] = await move(await anAdmin(), 'unblock', [viewer.id, viewer.id], 'pt');
    expect(more).toEqual([]);
    expect(outcome?.message).toBe(
      'Não é possível na situação atual do usuário. Recarregue a página para ver como está.',
    );
  });

  it('never stops the last administrator', async () => {
    const admin = await anAdmin();
    await db()
      .updateTable('users')
      .set({ blocked_at: '2026-01-01T00:00:00Z' })
      .where('id', '!=', admin.id)
      .execute();
    expect(await move(admin, 'block', [admin.id])).toMatchObject([{ code: 'LAST_ADMIN' }]);
    expect(await isLoggedIn(admin)).toBe(true);
  });

  it('cannot delete many, nor reach more than a hundred', async () => {
    const as = await anAdmin();
    const ids = Array.from({ length: 101 }, () => crypto.randomUUID());
    const refused = async (body: object) =>
      (await refusal(usersContract.moveUsers, { as, body } as never)).fields;
    expect(await refused({ move: 'delete', ids: ids.slice(1) })).toEqual({ move: 'invalid' });
    expect(await refused({ move: 'block', ids })).toEqual({ ids: 'too_big' });
    expect(await refused({ move: 'block', ids: [] })).toEqual({ ids: 'required' });
  });

  it('is an administrator', async () => {
    const body = { move: 'block' as const, ids: [(await aViewer()).id] };
    for (const as of [await aViewer(), await anOrganizer()]) {
      expect((await refusal(usersContract.moveUsers, { as, body })).code).toBe('FORBIDDEN');
    }
    expect((await refusal(usersContract.moveUsers, { body })).code).toBe('NOT_LOGGED_IN');
  });
});
