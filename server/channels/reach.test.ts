import { describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { db } from '#server/platform/database/index.ts';
import { anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { call, refusal } from '#test/story.ts';

const forbidden = { status: 403, code: 'FORBIDDEN' };
const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };
const reason = { reason: 'Because.' };

const rowOf = (id: string) =>
  db().selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const movesOf = (id: string) =>
  db().selectFrom('channel_moves').selectAll().where('channel_id', '=', id).execute();

describe('a channel', () => {
  it('is judged by the team only: not by its owner, not by a viewer', async () => {
    const { approveChannel, sendChannelBack, banChannel, liftChannelBan } = channelsContract;
    for (const state of ['in_review', 'published', 'banned'] as const) {
      const { id, owner, slug } = await aChannel({ state });
      const before = await rowOf(id);
      for (const as of [owner, await aViewer()]) {
        const who = { as, params: { slug } };
        const refused = [
          await refusal(approveChannel, who),
          await refusal(sendChannelBack, { ...who, body: reason }),
          await refusal(banChannel, { ...who, body: reason }),
          await refusal(liftChannelBan, who),
        ];
        expect(refused).toEqual(refused.map(() => forbidden));
      }
      expect([await rowOf(id), await movesOf(id)]).toEqual([before, []]);
    }
  });

  it('is changed, sent to review and taken back by its owner only', async () => {
    const { changeChannel, submitChannel, deactivateChannel } = channelsContract;
    const body = { description: 'Taken over.' };
    for (const state of ['draft', 'published'] as const) {
      const { id, owner, slug } = await aChannel({ state });
      const before = await rowOf(id);
      for (const [as, answer] of [
        [await aViewer(), forbidden],
        [await anOrganizer(), notFound],
      ] as const) {
        const who = { as, params: { slug } };
        const refused = [
          await refusal(changeChannel, { ...who, body }),
          await refusal(submitChannel, who),
          await refusal(deactivateChannel, who),
        ];
        expect(refused).toEqual(refused.map(() => answer));
      }
      expect([await rowOf(id), await movesOf(id)]).toEqual([before, []]);
      // The same call is good from its owner: what refused was who asked.
      const saved = await call(changeChannel, { as: owner, params: { slug }, body });
      expect(saved.description).toBe('Taken over.');
    }
  });
});
