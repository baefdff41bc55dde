import { describe, expect, it } from 'vitest';
import { usersContract } from '#contract/accounts.ts';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { noticesContract } from '#contract/notices.ts';
import { paymentsContract } from '#contract/payments.ts';
import { mostExportedRows } from '#contract/shared/export.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { rowsOfCsv } from '#test/read-workbook.ts';
import { refusal, send } from '#test/story.ts';

const exports: [string, Endpoint][] = [
  ['users', usersContract.exportUsers],
  ['products', catalogContract.exportProducts],
  ['channels', channelsContract.exportChannels],
  ['mails', noticesContract.exportMails],
  ['records of invoices', paymentsContract.exportInvoiceRecords],
];

async function rowsOf(endpoint: Endpoint, as: Someone, query: object): Promise<string[][]> {
  const file = await send(endpoint, { as, query, language: 'pt' } as never);
  expect([file.statusCode, file.statusCode === 200 ? '' : file.body]).toEqual([200, '']);
  return rowsOfCsv(file.body);
}

const firstCells = (rows: string[][]) => rows.slice(1).map(([first]) => first);

const writeMails = (count: number, kind: string) =>
  sql`insert into mails (recipient, kind, subject, language, state, html, body_text)
    select 'reader' || n || '@example.test', ${kind}, '=Subject ' || n, 'es', 'kept', '', ''
    from generate_series(1, ${count}::int) n`.execute(db());

describe('what administrators take away as a file', () => {
  it.each(exports)('is for administrators alone: %s', async (_, endpoint) => {
    for (const as of [await aViewer(), await anOrganizer()]) {
      expect(await refusal(endpoint, { as } as never)).toEqual({ status: 403, code: 'FORBIDDEN' });
    }
    expect((await refusal(endpoint)).status).toBe(401);
  });

  it('holds the users that the list finds, in its order', async () => {
    for (const [email, surname] of [
      ['b@export.test', 'Alba'],
      ['a@export.test', 'Bru'],
    ] as const) {
      const { id } = await aViewer();
      await db().updateTable('users').set({ email, surname }).where('id', '=', id).execute();
    }
    const query = { q: 'export.test', sort: 'name' };
    const rows = await rowsOf(usersContract.exportUsers, await anAdmin(), query);
    expect(firstCells(rows)).toEqual(['b@export.test', 'a@export.test']);
    expect([rows[0]?.[3], rows[1]?.[3], rows[1]?.[5]]).toEqual(['Perfil', 'Espectador', 'Ativo']);
    const none = { ...query, state: 'blocked' };
    expect(await rowsOf(usersContract.exportUsers, await anAdmin(), none)).toHaveLength(1);
  });

  it('holds the products that the list finds', async () => {
    const channel = await aChannel();
    await aProduct({ channel, title: 'Exported, twice' });
    await aProduct({ channel, title: 'Exported once', status: 'draft' });
    const as = await anAdmin();
    const all = { channel: channel.slug, sort: 'title' };
    const rows = await rowsOf(catalogContract.exportProducts, as, all);
    expect(firstCells(rows)).toEqual(['Exported once', 'Exported, twice']);
    expect(rows[0]?.slice(8, 10)).toEqual(['Moeda', 'Preço']);
    expect(rows.slice(1).map((row) => row.slice(8, 10))).toEqual([
      ['EUR', '12.10'],
      ['EUR', '12.10'],
    ]);
    const drafts = { ...all, status: 'draft' };
    expect(firstCells(await rowsOf(catalogContract.exportProducts, as, drafts))).toEqual([
      'Exported once',
    ]);
  });

  it('holds the channels that the list finds', async () => {
    const { title, slug } = await aChannel({ state: 'in_review' });
    const as = await anAdmin();
    const rows = await rowsOf(channelsContract.exportChannels, as, { state: 'in_review' });
    expect(firstCells(rows)).toContain(title);
    expect(rows.slice(1).map((row) => row.at(-1))).toContain(slug);
    const closed = await rowsOf(channelsContract.exportChannels, as, { state: 'banned' });
    expect(firstCells(closed)).not.toContain(title);
  });

  it('holds mails without what stands in them, up to the most that a file holds', async () => {
    const as = await anAdmin();
    await writeMails(mostExportedRows, 'exported');
    const query = { kind: 'exported' };
    const rows = await rowsOf(noticesContract.exportMails, as, query);
    expect(rows).toHaveLength(mostExportedRows + 1);
    expect(new Set(rows.slice(1).map((row) => row[1])).size).toBe(mostExportedRows);
    expect(rows[1]?.[2]).toMatch(/^'=Subject \d+$/);
    await writeMails(1, 'exported');
    expect(await refusal(noticesContract.exportMails, { as, query })).toEqual({
      status: 422,
      code: 'EXPORT_TOO_LONG',
    });
    expect(
      await rowsOf(noticesContract.exportMails, as, { ...query, q: 'reader50000@' }),
    ).toHaveLength(2);
  });

  it('covers less than three months of mails, as the list does', async () => {
    const query = { from: '2026-01-01', to: '2026-04-01' };
    const refused = await refusal(noticesContract.exportMails, { as: await anAdmin(), query });
    expect(refused.fields).toEqual({ to: 'too_big' });
  });
});
