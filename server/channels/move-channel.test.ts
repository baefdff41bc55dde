import { describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aUser, aViewer } from '#test/factories/accounts.ts';
import { aChannel, completeFields } from '#test/factories/channels.ts';
import { call, refusal } from '#test/story.ts';
import { moveChannel } from './channels.store.ts';

const wrongState = { status: 409, code: 'CHANNEL_STATE' };

const mailsTo = (email: string) =>
  db()
    .selectFrom('mails')
    .select(['kind', 'subject', 'language', 'body_text'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();

describe('the way of a channel to the public', () => {
  it('goes from draft through review to the public, and a letter confirms it', async () => {
    const ana = await aUser({ roles: ['USER', 'PRODUCER'], language: 'es' });
    const admin = await anAdmin();
    const { billing, ...fields } = completeFields;
    const draft = await call(channelsContract.createChannel, {
      as: ana,
      body: { ...fields, billing, title: 'Cuerdas de Bodega' },
    });
    const params = { slug: draft.slug };
    const sent = await call(channelsContract.submitChannel, { as: ana, params });
    expect({ state: sent.state, can: sent.can }).toEqual({
      state: 'in_review',
      can: {
        ...{ edit: false, submit: false, deactivate: false, createProduct: true },
        offerSubscription: false,
      },
    });
    const approved = await call(channelsContract.approveChannel, { as: admin, params });
    expect(approved.state).toBe('published');
    expect(approved.moves.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'in_review → published',
      'draft → in_review',
    ]);
    expect((await call(channelsContract.getChannel, { params })).title).toBe('Cuerdas de Bodega');
    expect((await mailsTo(ana.email)).map(({ kind, subject }) => ({ kind, subject }))).toEqual([
      { kind: 'channel-published', subject: '«Cuerdas de Bodega» ya está publicado' },
    ]);
  });

  it('does not begin while something is missing, and says what', async () => {
    const ana = await anOrganizer();
    const { slug } = await call(channelsContract.createChannel, {
      as: ana,
      body: { title: 'Bare', billing: { country: 'ES', city: 'Cuenca' } },
    });
    expect(await refusal(channelsContract.submitChannel, { as: ana, params: { slug } })).toEqual({
      status: 422,
      code: 'CHANNEL_INCOMPLETE',
      fields: {
        description: 'required',
        classification: 'required',
        businessName: 'required',
        'billing.taxId': 'required',
        'billing.address': 'required',
        'billing.postalCode': 'required',
      },
    });
  });

  it('leads back with a reason, which the organizer reads in a letter and on the channel', async () => {
    const { owner, slug } = await aChannel({ state: 'in_review' });
    const reason = 'The description names another company.';
    await call(channelsContract.sendChannelBack, {
      as: await anAdmin(),
      params: { slug },
      body: { reason },
    });
    const { state, stateReason, can } = await call(channelsContract.getMyChannel, {
      as: owner,
      params: { slug },
    });
    expect({ state, stateReason, submit: can.submit }).toEqual({
      state: 'draft',
      stateReason: reason,
      submit: true,
    });
    const [mail] = await mailsTo(owner.email);
    expect(mail?.kind).toBe('channel-sent-back');
    expect(mail?.body_text.includes(reason)).toBe(true);
  });

  it('is not decided against an organizer without a reason', async () => {
    const { slug } = await aChannel({ state: 'in_review' });
    const admin = await anAdmin();
    const refused = { status: 422, code: 'VALIDATION', fields: { reason: 'required' } };
    for (const endpoint of [channelsContract.sendChannelBack, channelsContract.banChannel]) {
      expect(
        await refusal(endpoint, { as: admin, params: { slug }, body: { reason: '  ' } }),
      ).toEqual(refused);
    }
  });

  it('can be left: the organizer takes a published channel back to draft', async () => {
    const { owner, slug } = await aChannel({ state: 'published' });
    const { state } = await call(channelsContract.deactivateChannel, {
      as: owner,
      params: { slug },
    });
    expect(state).toBe('draft');
    expect((await refusal(channelsContract.getChannel, { params: { slug } })).status).toBe(404);
  });

  it('ends with a ban, which only the team lifts', async () => {
    const { owner, slug } = await aChannel({ state: 'published' });
    const admin = await anAdmin();
    const params = { slug };
    const body = { reason: 'Sold tickets for a show that never was.' };
    const banned = await call(channelsContract.banChannel, { as: admin, params, body });
    expect({ state: banned.state, can: banned.can }).toEqual({
      state: 'banned',
      can: { approve: false, sendBack: false, ban: false, unban: true, feature: false },
    });
    expect(await refusal(channelsContract.submitChannel, { as: owner, params })).toEqual(
      wrongState,
    );
    expect((await mailsTo(owner.email)).map(({ kind }) => kind)).toEqual(['channel-banned']);
    const lifted = await call(channelsContract.liftChannelBan, { as: admin, params });
    expect({ state: lifted.state, reason: lifted.stateReason }).toEqual({
      state: 'draft',
      reason: '',
    });
  });
});

describe('steps that the state does not allow', () => {
  it('are refused one by one', async () => {
    const admin = await anAdmin();
    const body = { reason: 'No.' };
    const draft = await aChannel({ state: 'draft' });
    const inReview = await aChannel({ state: 'in_review' });
    const published = await aChannel({ state: 'published' });
    const banned = await aChannel({ state: 'banned' });
    const own = ({ owner, slug }: typeof draft) => ({ as: owner, params: { slug } });
    const team = ({ slug }: typeof draft) => ({ as: admin, params: { slug } });
    const { submitChannel, deactivateChannel, approveChannel, sendChannelBack } = channelsContract;
    const { banChannel, liftChannelBan, featureChannel } = channelsContract;
    const refused = [
      await refusal(submitChannel, own(inReview)),
      await refusal(submitChannel, own(published)),
      await refusal(deactivateChannel, own(draft)),
      await refusal(deactivateChannel, own(inReview)),
      await refusal(approveChannel, team(draft)),
      await refusal(approveChannel, team(published)),
      await refusal(approveChannel, team(banned)),
      await refusal(sendChannelBack, { ...team(published), body }),
      await refusal(banChannel, { ...team(banned), body }),
      await refusal(liftChannelBan, team(draft)),
      await refusal(featureChannel, { ...team(draft), body: { featured: true } }),
    ];
    expect(refused).toEqual(refused.map(() => wrongState));
  });

  it('are not for organizers, viewers or strangers to take in the name of the team', async () => {
    const { owner, slug } = await aChannel({ state: 'in_review' });
    const params = { slug };
    const { approveChannel, getReviewedChannel, listChannels } = channelsContract;
    for (const as of [owner, await aViewer()]) {
      const forbidden = { status: 403, code: 'FORBIDDEN' };
      expect(await refusal(approveChannel, { as, params })).toEqual(forbidden);
      expect(await refusal(getReviewedChannel, { as, params })).toEqual(forbidden);
      expect(await refusal(listChannels, { as })).toEqual(forbidden);
    }
    expect(await refusal(approveChannel, { params })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });

  it('cannot name a channel that does not exist', async () => {
    const as = await anAdmin();
    expect(
      await refusal(channelsContract.approveChannel, { as, params: { slug: 'nobody-knows' } }),
    ).toEqual({ status: 404, code: 'SERVER_ERROR_NOT_FOUND' });
  });
});

describe('two administrators at the same instant', () => {
  it('approve once: one letter, one move, and the others are told', async () => {
    const { owner, slug, id } = await aChannel({ state: 'in_review' });
    const admins = await Promise.all(Array.from({ length: 6 }, () => anAdmin()));
    const outcomes = await Promise.allSettled(
      admins.map((as) => call(channelsContract.approveChannel, { as, params: { slug } })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const moves = await db()
      .selectFrom('channel_moves')
      .select('to_state')
      .where('channel_id', '=', id)
      .execute();
    expect(moves).toEqual([{ to_state: 'published' }]);
    expect((await mailsTo(owner.email)).length).toBe(1);
  });

  it('cannot write over a state that has changed meanwhile', async () => {
    const { id, owner } = await aChannel({ state: 'published' });
    const late = { channelId: id, from: 'in_review', to: 'published', reason: '' } as const;
    await expect(
      moveChannel(db(), { ...late, by: owner.id, at: '2026-01-01T00:00:00.000Z' }),
    ).rejects.toMatchObject({ code: 'CHANNEL_STATE' });
  });
});
