import { describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { brokeUnique, db, inTransaction } from '#server/platform/database/index.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { aChannel, type SomeChannel } from '#test/factories/channels.ts';
import { meeting } from '#test/meeting.ts';
import { call, refusal } from '#test/story.ts';

const { featureChannel, deactivateChannel } = channelsContract;

const given = ({ slug }: SomeChannel, featured: boolean) => ({
  params: { slug },
  body: { featured },
});

async function featured(): Promise<string[]> {
  const rows = db().selectFrom('channels').select('slug').where('featured', '=', true);
  return (await rows.execute()).map(({ slug }) => slug);
}

/** Channels of which none is featured, whatever an earlier story left. */
async function freshChannels(count: number): Promise<SomeChannel[]> {
  await db().updateTable('channels').set({ featured: false }).execute();
  return Promise.all(Array.from({ length: count }, () => aChannel()));
}

describe('the featured channel', () => {
  it('is one: featuring another takes its place, and a channel that closes leaves it', async () => {
    const as = await anAdmin();
    const first = await aChannel();
    const second = await aChannel();
    await call(featureChannel, { as, ...given(first, true) });
    const answer = await call(featureChannel, { as, ...given(second, true) });
    expect(answer.featured).toBe(true);
    expect(await featured()).toEqual([second.slug]);
    await call(featureChannel, { as, ...given(first, false) });
    expect(await featured()).toEqual([second.slug]);
    await call(deactivateChannel, { as: second.owner, params: { slug: second.slug } });
    expect(await featured()).toEqual([]);
  });

  it('is one, also when eight are chosen at the same instant', async () => {
    const as = await anAdmin();
    const channels = await freshChannels(8);
    const answers = await Promise.all(
      channels.map((channel) => call(featureChannel, { as, ...given(channel, true) })),
    );
    expect(answers.map((answer) => answer.featured)).toEqual(channels.map(() => true));
    expect(await featured()).toHaveLength(1);
  });

  it('would be five without the lock, did the index not refuse: the control of this test', async () => {
    const channels = await freshChannels(5);
    const looked = meeting(5);
    const attempts = channels.map(({ id }) =>
      inTransaction(async (tx) => {
        await tx
          .updateTable('channels')
          .set({ featured: false })
          .where('featured', '=', true)
          .execute();
        await looked();
        await tx.updateTable('channels').set({ featured: true }).where('id', '=', id).execute();
      }),
    );
    const results = await Promise.allSettled(attempts);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => brokeUnique(reason, 'channels_one_featured'))).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(await featured()).toHaveLength(1);
  });

  it('is not for organizers, viewers or strangers to choose', async () => {
    const channel = await aChannel();
    for (const as of [channel.owner, await aViewer()]) {
      expect(await refusal(featureChannel, { as, ...given(channel, true) })).toEqual({
        status: 403,
        code: 'FORBIDDEN',
      });
    }
    expect(await refusal(featureChannel, given(channel, true))).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });
});
