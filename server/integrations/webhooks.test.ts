import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { integrationsContract } from '#contract/integrations.ts';
import { useClock as setClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aWebhook, publish } from '#test/factories/integrations.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { aReceiver, type Receiver } from '#test/receiver.ts';
import { call, refusal } from '#test/story.ts';
import { forgetOldMessages, sendOverdue } from './jobs.ts';
import { useReach } from './receiver-address.ts';
import { signatureOf } from './signature.ts';

const { DEMO } = config();
let receivers: Receiver[] = [];
const open = async (always?: Parameters<typeof aReceiver>[0]): Promise<Receiver> => {
  const receiver = await aReceiver(always);
  receivers.push(receiver);
  return receiver;
};
beforeAll(() => overrideConfig({ DEMO: true }));
afterAll(() => overrideConfig({ DEMO }));
afterEach(async () => {
  useReach(null);
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});

const verify = (secret: string, got: { headers: Record<string, string>; body: string }) =>
  new Verifier(secret).verify(got.body, got.headers);
const logOf = async (as: Someone, id: string) =>
  (await call(integrationsContract.listDeliveries, { as, params: { id } })).items;
const webhookOf = async (as: Someone, id: string) =>
  (await call(integrationsContract.listWebhooks, { as })).items.find((one) => one.id === id);
/** What was put off is due at this instant: the clock comes by. */
const comesBy = async (instant: string) => {
  setClock(instant);
  await sendOverdue();
  await runKeptJobs();
};

describe('the signature', () => {
  it.each([
    // Of the specification, and of its first implementation.
    [
      'whsec_plJ3nmyCDGBKInavdOK15jsl',
      { id: 'msg_loFOjxBNrRLzqYUf', timestamp: 1731705121 },
      '{"event_type":"ping","data":{"success":true}}',
      'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    ],
    [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330 },
      '{"test": 2432232314}',
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ],
  ])('by %s is as others write it', (secret, head, body, signature) => {
    expect(signatureOf({ ...head, body }, [secret])).toBe(signature);
  });
});

describe('a receiver', () => {
  it('shows its secret once, which is sealed where it is kept', async () => {
    const { url } = await open();
    const { id, secret, owner } = await aWebhook(url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const answer = JSON.stringify(await call(integrationsContract.listWebhooks, { as: owner }));
    expect(answer).toContain(url);
    expect(answer).not.toContain('whsec_');
    const row = await db()
      .selectFrom('webhook_endpoints')
      .select('secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.secret.includes(secret.slice(6))).toBe(false);
    expect(row.secret.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
  });

  it('is told of what concerns its owner, signed as Standard Webhooks wants it', async () => {
    const [receiver, other] = [await open(), await open()];
    const { secret, owner, id } = await aWebhook(receiver.url);
    await aWebhook(other.url);
    const deaf = await open();
    await aWebhook(deaf.url, { as: owner, types: ['order.paid'] });
    const channel = await aChannel({ owner });
    await publish(channel);
    expect(receiver.got).toEqual([]);
    await runKeptJobs();
    expect(receiver.got).toHaveLength(1);
    const [got] = receiver.got as [(typeof receiver.got)[0]];
    expect(verify(secret, got)).toEqual({
      type: 'channel.published',
      timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
      data: { channelId: channel.id },
    });
    expect(() => verify(secret, { ...got, body: got.body.replace('channel', 'c') })).toThrow();
    expect(got.headers['content-type']).toBe('application/json');
    expect([other.got, deaf.got]).toEqual([[], []]);
    expect(await logOf(owner, id)).toMatchObject([
      { type: 'channel.published', state: 'delivered', status: 204, tries: 1, nextAt: null },
    ]);
  });

  it('of the site hears of everybody, under the same webhook-id', async () => {
    const [receiver, ofSite] = [await open(), await open()];
    const { owner } = await aWebhook(receiver.url);
    const admin = await anAdmin();
    const { webhook } = await call(integrationsContract.createSiteWebhook, {
      as: admin,
      body: { url: ofSite.url, types: ['channel.published'] },
    });
    await publish(await aChannel({ owner }));
    await runKeptJobs();
    const ids = [receiver, ofSite].map(({ got }) => got[0]?.headers['webhook-id']);
    expect(ids[0]).toMatch(/^msg_[0-9a-f-]{36}$/);
    expect(ids[1]).toBe(ids[0]);
    const params = { id: webhook.id };
    await call(integrationsContract.deleteSiteWebhook, { as: admin, params });
  });

  it('that answers 500 is asked again after some seconds, under the same id', async () => {
    const receiver = await open();
    const { secret, owner, id } = await aWebhook(receiver.url);
    receiver.answers.push({ status: 500, body: `out of order ${'x'.repeat(2000)}` });
    setClock('2026-12-01T10:00:00Z');
    await publish(await aChannel({ owner }));
    await runKeptJobs();
    const [failed] = await logOf(owner, id);
    expect(failed).toMatchObject({ state: 'waiting', status: 500, tries: 1 });
    expect(failed?.nextAt?.slice(0, 17)).toBe('2026-12-01T10:00:');
    expect((await webhookOf(owner, id))?.failingSince).toBe('2026-12-01T10:00:00.000Z');
    expect(receiver.got).toHaveLength(1);
    await comesBy('2026-12-01T10:02:00Z');
    const [first, second] = receiver.got;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-signature']).toBe(
      new Verifier(secret).sign(
        second?.headers['webhook-id'] ?? '',
        new Date('2026-12-01T10:02:00Z'),
        second?.body ?? '',
      ),
    );
    const params = { id, deliveryId: failed?.id ?? '' };
    const detail = await call(integrationsContract.getDelivery, { as: owner, params });
    expect(detail).toMatchObject({ state: 'delivered', tries: 2, body: first?.body });
    expect(detail.history.map(({ number, status }) => [number, status])).toEqual([
      [2, 204],
      [1, 500],
    ]);
    expect(detail.history[1]?.answer).toBe(`out of order ${'x'.repeat(2000)}`.slice(0, 1024));
    expect((await webhookOf(owner, id))?.failingSince).toBeNull();
  });

  it('that does not answer is left alone for a minute, and no other waits for it', async () => {
    // Patience is over once the slow one has what it was sent, and not sooner.
    let patience = new AbortController();
    const anew = () => {
      patience = new AbortController();
      return patience.signal;
    };
    useReach({ patience: anew });
    const [slow, quick] = [await open(() => patience.abort()), await open()];
    const { owner, id } = await aWebhook(slow.url);
    await aWebhook(quick.url, { as: owner });
    setClock('2026-12-01T10:00:00Z');
    const channel = await aChannel({ owner });
    for (const _ of [1, 2, 3]) await publish(channel);
    await runKeptJobs();
    expect([slow.got.length, quick.got.length]).toEqual([1, 3]);
    const states = (await logOf(owner, id)).map(({ tries, fault }) => [tries, fault]);
    expect(states).toEqual([
      [0, null],
      [0, null],
      [1, 'timeout'],
    ]);
  });

  it('that answers 410 is ended at once, and its owner is told', async () => {
    const receiver = await open({ status: 410 });
    const { owner, id } = await aWebhook(receiver.url);
    const channel = await aChannel({ owner });
    await publish(channel);
    await publish(channel);
    await runKeptJobs();
    expect(receiver.got).toHaveLength(1);
    expect(await webhookOf(owner, id)).toMatchObject({
      state: 'gone',
      can: { enable: true, test: false },
    });
    expect((await logOf(owner, id)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    const mails = await mailsTo(owner.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['webhook-ended']);
    const told = await db()
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', owner.id)
      .execute();
    expect(told).toEqual([{ type: 'webhook_gone' }]);
    await publish(channel);
    await runKeptJobs();
    expect(receiver.got).toHaveLength(1);
  });

  it('that nothing reaches for three days is ended, and its owner is told', async () => {
    const receiver = await open({ status: 503 });
    const { owner, id } = await aWebhook(receiver.url);
    setClock('2026-12-01T10:00:00Z');
    const channel = await aChannel({ owner });
    await publish(channel);
    await runKeptJobs();
    await comesBy('2026-12-04T09:59:00Z');
    expect((await webhookOf(owner, id))?.state).toBe('on');
    await publish(channel);
    await comesBy('2026-12-04T10:30:00Z');
    expect(await webhookOf(owner, id)).toMatchObject({ state: 'silent', failingSince: null });
    expect((await logOf(owner, id)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect((await mailsTo(owner.email)).map(({ kind }) => kind)).toEqual(['webhook-ended']);
    const on = { on: true };
    const params = { id };
    const again = await call(integrationsContract.changeWebhook, { as: owner, params, body: on });
    expect(again).toMatchObject({ state: 'on', failingSince: null });
  });

  it('has given up a message after the tenth try, while others arrive', async () => {
    const receiver = await open({ status: 500 });
    const { owner, id } = await aWebhook(receiver.url);
    setClock('2026-12-01T00:00:00Z');
    await publish(await aChannel({ owner }));
    await runKeptJobs();
    for (let try_ = 2; try_ <= 10; try_ += 1) {
      // Others arrive meanwhile: the receiver is not silent.
      await db().updateTable('webhook_endpoints').set({ failing_since: null }).execute();
      await comesBy(`2026-12-${String(try_ * 2).padStart(2, '0')}T00:00:00Z`);
    }
    expect(receiver.got).toHaveLength(10);
    expect(await logOf(owner, id)).toMatchObject([{ state: 'failed', tries: 10, nextAt: null }]);
  });

  it('is not sent anything while it is off, and what waited has failed', async () => {
    const receiver = await open();
    const { owner, id } = await aWebhook(receiver.url);
    const channel = await aChannel({ owner });
    await publish(channel);
    const params = { id };
    await call(integrationsContract.changeWebhook, { as: owner, params, body: { on: false } });
    await publish(channel);
    await runKeptJobs();
    expect(receiver.got).toEqual([]);
    expect((await logOf(owner, id)).map(({ state }) => state)).toEqual(['failed']);
  });

  it('is not sent anything once its owner may not act', async () => {
    const receiver = await open();
    const { owner, id } = await aWebhook(receiver.url);
    const channel = await aChannel({ owner });
    await publish(channel);
    await db()
      .updateTable('users')
      .set({ blocked_at: '2026-11-01T00:00:00Z' })
      .where('id', '=', owner.id)
      .execute();
    await publish(channel);
    await runKeptJobs();
    expect(receiver.got).toEqual([]);
    const rows = await db()
      .selectFrom('webhook_deliveries')
      .select('state')
      .where('endpoint_id', '=', id)
      .execute();
    expect(rows).toEqual([{ state: 'failed' }]);
  });
});

describe('whoever keeps a receiver', () => {
  it('changes its secret: for a day both sign, then the new one alone', async () => {
    const receiver = await open();
    const { owner, id, secret: before } = await aWebhook(receiver.url);
    const channel = await aChannel({ owner });
    const rotated = await call(integrationsContract.rotateWebhookSecret, {
      as: owner,
      params: { id },
    });
    expect(rotated.webhook.oldSecretUntil).not.toBeNull();
    await publish(channel);
    await runKeptJobs();
    const [got] = receiver.got as [(typeof receiver.got)[0]];
    expect(verify(before, got)).toEqual(verify(rotated.secret, got));
    setClock('2036-12-01T10:00:00Z');
    await publish(channel);
    await runKeptJobs();
    expect(receiver.got[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect((await webhookOf(owner, id))?.oldSecretUntil).toBeNull();
  });

  it('sends a test, which is tried once and says nothing of its health', async () => {
    const receiver = await open();
    const { owner, id, secret } = await aWebhook(receiver.url);
    receiver.answers.push({ status: 500 });
    const params = { id };
    for (const _ of [1, 2]) {
      await call(integrationsContract.testWebhook, { as: owner, params });
      await runKeptJobs();
    }
    expect((await logOf(owner, id)).map(({ type, state }) => [type, state])).toEqual([
      ['test.sent', 'delivered'],
      ['test.sent', 'failed'],
    ]);
    expect(verify(secret, receiver.got[1] as never)).toMatchObject({
      type: 'test.sent',
      data: { webhookId: id },
    });
  });

  it('sends a message once more, under the same webhook-id', async () => {
    const receiver = await open();
    const { owner, id } = await aWebhook(receiver.url);
    await publish(await aChannel({ owner }));
    await runKeptJobs();
    const [first] = await logOf(owner, id);
    expect(first?.can).toEqual({ resend: true });
    const params = { id, deliveryId: first?.id ?? '' };
    await call(integrationsContract.resendDelivery, { as: owner, params });
    await runKeptJobs();
    const ids = receiver.got.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('sees a log of thirty days', async () => {
    const receiver = await open();
    const { owner, id } = await aWebhook(receiver.url);
    const channel = await aChannel({ owner });
    for (const instant of ['2026-11-01T10:00:00Z', '2026-11-20T10:00:00Z']) {
      setClock(instant);
      await publish(channel);
      await runKeptJobs();
    }
    setClock('2026-12-02T10:00:00Z');
    await forgetOldMessages();
    const kept = await logOf(owner, id);
    expect(kept.map(({ createdAt }) => createdAt)).toEqual(['2026-11-20T10:00:00.000Z']);
  });

  it('has twenty of them at most', async () => {
    const { url } = await open();
    const owner = await anOrganizer();
    for (let made = 0; made < 20; made += 1) await aWebhook(url, { as: owner });
    const body = { url, types: ['order.paid' as const] };
    expect(await refusal(integrationsContract.createWebhook, { as: owner, body })).toMatchObject({
      status: 409,
      code: 'WEBHOOK_LIMIT',
    });
    expect((await call(integrationsContract.listWebhooks, { as: owner })).can.create).toBe(false);
  });
});

describe('refused are', () => {
  it('those who do not organize, and at the site those who do not run it', async () => {
    const viewer = await aViewer();
    const organizer = await anOrganizer();
    const { listWebhooks, listSiteWebhooks, listWebhookHealth } = integrationsContract;
    expect(await refusal(listWebhooks, { as: viewer })).toMatchObject({ status: 403 });
    expect(await refusal(listWebhooks)).toMatchObject({ status: 401 });
    for (const endpoint of [listSiteWebhooks, listWebhookHealth]) {
      expect(await refusal(endpoint, { as: organizer })).toMatchObject({ status: 403 });
    }
  });

  it('receivers of others, which do not exist for them', async () => {
    const { url } = await open();
    const { id, owner } = await aWebhook(url);
    await call(integrationsContract.testWebhook, { as: owner, params: { id } });
    await runKeptJobs();
    const [delivery] = await logOf(owner, id);
    const ids = { id, deliveryId: delivery?.id ?? '' };
    const contract = integrationsContract;
    for (const as of [await anOrganizer(), await anAdmin()]) {
      const refused = await Promise.all([
        refusal(contract.changeWebhook, { as, params: { id }, body: { on: false } }),
        refusal(contract.deleteWebhook, { as, params: { id } }),
        refusal(contract.rotateWebhookSecret, { as, params: { id } }),
        refusal(contract.testWebhook, { as, params: { id } }),
        refusal(contract.listDeliveries, { as, params: { id } }),
        refusal(contract.getDelivery, { as, params: ids }),
        refusal(contract.resendDelivery, { as, params: ids }),
      ]);
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    }
    const admin = await anAdmin();
    const { status } = await refusal(contract.deleteSiteWebhook, { as: admin, params: { id } });
    expect(status).toBe(404);
  });

  it('tests and repetitions of a receiver that is off', async () => {
    const { url } = await open();
    const { id, owner } = await aWebhook(url);
    await call(integrationsContract.testWebhook, { as: owner, params: { id } });
    await runKeptJobs();
    const [delivery] = await logOf(owner, id);
    const params = { id };
    await call(integrationsContract.changeWebhook, { as: owner, params, body: { on: false } });
    const test = await refusal(integrationsContract.testWebhook, { as: owner, params });
    const resend = await refusal(integrationsContract.resendDelivery, {
      ...{ as: owner, params: { id, deliveryId: delivery?.id ?? '' } },
    });
    expect([test.code, resend.code]).toEqual(['WEBHOOK_STATE', 'WEBHOOK_STATE']);
  });
});

describe('administrators', () => {
  it('see how all receivers do, and of their addresses the host alone', async () => {
    const receiver = await open({ status: 500 });
    const { owner, id } = await aWebhook(`${receiver.url}?token=of-theirs`);
    await publish(await aChannel({ owner }));
    await runKeptJobs();
    const { items } = await call(integrationsContract.listWebhookHealth, { as: await anAdmin() });
    const found = items.find((one) => one.id === id);
    expect(found).toMatchObject({
      ...{ host: `localhost:${receiver.port}`, owner: owner.email, state: 'on' },
      deliveries: { delivered: 0, failed: 0, waiting: 1 },
    });
    expect(JSON.stringify(items)).not.toContain('of-theirs');
  });
});
