import { describe, expect, it } from 'vitest';
import { siteConfigDefaults, siteContract } from '#contract/site.ts';
import { nowText, useClock } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { joinProcesses, leaveProcesses } from '#server/platform/database/processes.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { call, refusal, send } from '#test/story.ts';
import { writeConfig } from './config.store.ts';

describe('the switches of the site', () => {
  it('are read by anyone', async () => {
    expect(await call(siteContract.getConfig)).toEqual(siteConfigDefaults);
  });

  it('are saved as a whole by an administrator', async () => {
    const admin = await anAdmin();
    const body = { ...siteConfigDefaults, coupons: true, languages: false };
    expect(await call(siteContract.saveConfig, { as: admin, body })).toEqual(body);
    expect(await call(siteContract.getConfig)).toEqual(body);
    await call(siteContract.saveConfig, { as: admin, body: siteConfigDefaults });
  });

  it('are read anew as soon as another process says that something has changed', async () => {
    const another = { ...siteConfigDefaults, freeTag: true };
    // Time stands still: what is kept never gets too old by itself.
    useClock('2026-11-27T20:00:00Z');
    await joinProcesses();
    try {
      expect(await call(siteContract.getConfig)).toEqual(siteConfigDefaults);
      await writeConfig(db(), another, { userId: (await anAdmin()).id, at: nowText() });
      expect(await call(siteContract.getConfig)).toEqual(siteConfigDefaults);
      const word = JSON.stringify({ from: 'another process', topic: 'pages', message: null });
      await sql`select pg_notify('platea_processes', ${word})`.execute(db());
      await expect.poll(() => call(siteContract.getConfig)).toEqual(another);
    } finally {
      await leaveProcesses();
      await call(siteContract.saveConfig, { as: await anAdmin(), body: siteConfigDefaults });
    }
  });

  it('are refused when one is missing, unknown or no boolean', async () => {
    const admin = await anAdmin();
    const { coupons: _, ...eight } = siteConfigDefaults;
    for (const [body, fields] of [
      [eight, { coupons: 'required' }],
      [{ ...siteConfigDefaults, shop: true }, { shop: 'unknown' }],
      [{ ...siteConfigDefaults, coupons: 'yes' }, { coupons: 'invalid' }],
    ] as const) {
      expect(await refusal(siteContract.saveConfig, { as: admin, body: body as never })).toEqual({
        status: 422,
        code: 'VALIDATION',
        fields,
      });
    }
  });

  it('stay as they were when they cannot be saved, and whoever saves is told so', async () => {
    const admin = await anAdmin();
    await sql`create function stay() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`.execute(db());
    await sql`create trigger stay before update on site_config
      for each row execute function stay()`.execute(db());
    const body = { ...siteConfigDefaults, coupons: true };
    const answer = await send(siteContract.saveConfig, { as: admin, body, language: 'es' });
    await sql`drop trigger stay on site_config`.execute(db());
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      {
        code: 'ADMIN.PAGE.SAVE_ERROR',
        message: 'No se han podido guardar los cambios. Inténtalo de nuevo en un momento.',
        requestId: answer.headers['x-request-id'],
      },
    ]);
    expect(await call(siteContract.getConfig)).toEqual(siteConfigDefaults);
  });

  it('are not for viewers, organizers or strangers to save', async () => {
    for (const as of [await aViewer(), await anOrganizer()]) {
      expect(await refusal(siteContract.saveConfig, { as, body: siteConfigDefaults })).toEqual({
        status: 403,
        code: 'FORBIDDEN',
      });
    }
    expect(await refusal(siteContract.saveConfig, { body: siteConfigDefaults })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });
});
