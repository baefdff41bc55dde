import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { noticesContract } from '#contract/notices.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aMail } from '#test/factories/notices.ts';
import { holdClock } from '#test/held-clock.ts';
import { call, refusal } from '#test/story.ts';

describe('an administrator tracks e-mails', () => {
  it('of the last thirty days, newest first, by address or subject', async () => {
    useClock(Temporal.Instant.from('2026-03-20T12:00:00Z'));
    const admin = await anAdmin();
    const first = await aMail({ recipient: 'zoe@example.test', at: '2026-03-01T10:00:00Z' });
    const second = await aMail({ recipient: 'zoe@example.test', at: '2026-03-20T11:00:00Z' });
    await aMail({ recipient: 'zoe@example.test', at: '2026-02-17T10:00:00Z' });
    await aMail({ recipient: 'someone@example.test', at: '2026-03-02T10:00:00Z' });
    const found = await call(noticesContract.listMails, { as: admin, query: { q: 'ZOE' } });
    expect(found.items.map(({ id }) => id)).toEqual([second, first]);
    expect(found).toMatchObject({ total: 2, from: '2026-02-19', to: '2026-03-20' });
    const byKind = await call(noticesContract.listMails, {
      as: admin,
      query: { q: 'zoe', from: '2026-02-01', to: '2026-03-31', sort: 'createdAt', size: 1 },
    });
    expect(byKind.total).toBe(3);
    expect(byKind.kinds).toEqual(['activation']);
  });

  it('but not of three months at once', async () => {
    const as = await anAdmin();
    const query = { from: '2026-01-01', to: '2026-03-31' };
    expect(await refusal(noticesContract.listMails, { as, query })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { to: 'too_big' },
    });
    const backwards = { from: '2026-01-02', to: '2026-01-01' };
    expect(await refusal(noticesContract.listMails, { as, query: backwards })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { to: 'end_before_start' },
    });
  });

  it('and a text with wildcards finds only itself', async () => {
    const as = await anAdmin();
    await aMail({ subject: 'Fifty percent', at: '2026-01-05T10:00:00Z' });
    const query = { q: '%', from: '2026-01-01', to: '2026-01-31' };
    expect((await call(noticesContract.listMails, { as, query })).total).toBe(0);
  });

  it('and a kind that no mail can have finds none', async () => {
    const query = { kind: 'a\u0000b' };
    expect((await call(noticesContract.listMails, { as: await anAdmin(), query })).total).toBe(0);
  });

  it('and reads one as it was written', async () => {
    const as = await anAdmin();
    const id = await aMail({ subject: 'Your ticket' });
    expect(await call(noticesContract.getMail, { as, params: { id } })).toMatchObject({
      id,
      subject: 'Your ticket',
      html: '<p>Hello</p>',
      text: 'Hello',
      attachments: [],
    });
    const elsewhere = { id: crypto.randomUUID() };
    expect(await refusal(noticesContract.getMail, { as, params: elsewhere })).toEqual({
      status: 404,
      code: 'SERVER_ERROR_NOT_FOUND',
    });
    expect(
      await refusal(noticesContract.getMailAttachment, { as, params: { id, position: 0 } }),
    ).toEqual({ status: 404, code: 'SERVER_ERROR_NOT_FOUND' });
  });

  it('and nobody else does', async () => {
    const id = await aMail();
    for (const as of [await aViewer(), await anOrganizer()]) {
      for (const refused of [
        await refusal(noticesContract.listMails, { as }),
        await refusal(noticesContract.getMail, { as, params: { id } }),
        await refusal(noticesContract.getMailAttachment, { as, params: { id, position: 0 } }),
      ]) {
        expect(refused).toEqual({ status: 403, code: 'FORBIDDEN' });
      }
    }
    expect(await refusal(noticesContract.listMails)).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });

  it('with as many statements for three mails as for one', async () => {
    holdClock();
    const as = await anAdmin();
    const query = { q: 'count@', from: '2026-01-01', to: '2026-01-31' };
    const ask = () => countQueries(() => call(noticesContract.listMails, { as, query }));
    await aMail({ recipient: 'count@example.test', at: '2026-01-05T10:00:00Z' });
    await ask();
    const forOne = await ask();
    await aMail({ recipient: 'count@example.test', at: '2026-01-06T10:00:00Z' });
    await aMail({ recipient: 'count@example.test', at: '2026-01-07T10:00:00Z' });
    expect(await ask()).toBe(forOne);
  });
});
