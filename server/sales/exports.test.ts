import { describe, expect, it } from 'vitest';
import { refundsContract } from '#contract/refunds.ts';
import { salesContract } from '#contract/sales.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { holdClock } from '#test/held-clock.ts';
import { rowsOfCsv, rowsOfWorkbook } from '#test/read-workbook.ts';
import { call, refusal, send } from '#test/story.ts';

type Query = Record<string, string>;

async function csvOf(as: Someone, query: Query = {}, endpoint = salesContract.exportSales) {
  const file = await send(endpoint, { as, query, language: 'en' } as never);
  expect(file.statusCode).toBe(200);
  return rowsOfCsv(file.body);
}

const column = (rows: string[][], head: string): string[] => {
  const at = rows[0]?.indexOf(head) ?? -1;
  return rows.slice(1).map((row) => row[at] ?? '(no such column)');
};

describe('the sales as a file', () => {
  it('hold every sale of the list, whatever the page, and nobody else’s', async () => {
    const channel = await aChannel();
    const product = await aProduct({ channel, title: 'Night' });
    for (let left = 3; left > 0; left -= 1) await aPaidOrder({ product });
    await aPaidOrder();
    const rows = await csvOf(channel.owner);
    const list = await call(salesContract.listSales, { as: channel.owner });
    expect(column(rows, 'Order')).toEqual(list.items.map(({ number }) => number));
    const total = column(rows, 'Total').reduce((sum, text) => sum + Number(text) * 100, 0);
    expect(Math.round(total)).toBe(list.totals[0]?.taken);
    expect([column(rows, 'Total')[0], column(rows, 'Currency')[0]]).toEqual(['12.10', 'EUR']);
  });

  it('come to the sums of the list, also after money went back', async () => {
    const channel = await aChannel();
    const titles = ['Kept', 'Refunded', 'Refunded in part'];
    const products = await Promise.all(titles.map((title) => aProduct({ channel, title })));
    const admin = await anAdmin();
    const bought = await Promise.all(products.map((product) => aPaidOrder({ product })));
    const [, whole, part] = bought.map(({ order }) => ({ id: order.id }));
    const give = (params: { id: string } | undefined, body: object) =>
      call(refundsContract.refundOrder, {
        as: admin,
        params: params ?? { id: '' },
        body: { reason: 'Sorry', ...body } as never,
      });
    await give(whole, { reasonCode: 'platform_fault' });
    await give(part, {
      amount: 250,
      reasonCode: 'broadcast_error',
      bearer: 'half',
      bearerReason: 'So',
    });
    const { items, totals } = await call(salesContract.listSales, { as: channel.owner });
    const [sums] = totals;
    const rows = await csvOf(channel.owner);
    const summed = (head: string) =>
      column(rows, head).reduce((sum, text) => sum + Math.round(Number(text) * 100), 0);
    expect({
      fees: summed('Fee'),
      covered: summed('Borne by the platform'),
      organizer: summed('For the organizer'),
      refunded: summed('Refunded'),
    }).toEqual({
      fees: sums?.fees,
      covered: sums?.covered,
      organizer: sums?.organizer,
      refunded: sums?.refunded,
    });
    // Each row by itself comes out even.
    for (const { total, refunded, fee, support, covered, organizer } of items) {
      expect(organizer).toBe(total - refunded - fee - support + covered);
    }
    expect(items.find(({ product }) => product.title === 'Kept')?.fee).toBe(154);
    expect(items.find(({ product }) => product.title === 'Refunded')?.fee).toBe(0);
  });

  it('obey the filters of the list', async () => {
    const channel = await aChannel();
    const ours = await aPaidOrder({ product: await aProduct({ channel, title: 'Wanted' }) });
    await aPaidOrder({ product: await aProduct({ channel, title: 'Other' }) });
    const rows = await csvOf(channel.owner, { q: 'wanted' });
    expect(column(rows, 'Order')).toEqual([ours.order.number]);
    expect(await csvOf(channel.owner, { state: 'refunded' })).toHaveLength(1);
  });

  it('are written in the reader’s language, with times in the zone that is named', async () => {
    const as = await anAdmin();
    useClock('2026-07-01T18:30:00Z');
    const { order } = await aPaidOrder({
      product: await aProduct({ sessions: [{ startsAt: '2026-12-01T20:00:00.000Z' }] }),
    });
    useClock('2026-07-01T22:30:00Z');
    const ask = (query: Query) =>
      send(salesContract.exportAllSales, {
        as,
        query: { q: order.id, ...query },
        language: 'es',
      } as never);
    const madrid = await ask({});
    expect(madrid.headers['content-disposition']).toBe(
      'attachment; filename="ventas-2026-07-02.csv"',
    );
    expect(madrid.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(madrid.body.startsWith('\uFEFF')).toBe(true);
    const rows = rowsOfCsv(madrid.body);
    expect(column(rows, 'Pagado (Europe/Madrid)')).toEqual(['2026-07-01 20:30']);
    expect(column(rows, 'Estado')).toEqual(['Pagado']);
    const there = rowsOfCsv((await ask({ zone: 'America/Sao_Paulo' })).body);
    expect(column(there, 'Pagado (America/Sao_Paulo)')).toEqual(['2026-07-01 15:30']);
    const lima = await anAdmin();
    await db()
      .updateTable('users')
      .set({ timezone: 'America/Lima' })
      .where('id', '=', lima.id)
      .execute();
    const own = await csvOf(lima, { q: order.id }, salesContract.exportAllSales as never);
    expect(column(own, 'Paid (America/Lima)')).toEqual(['2026-07-01 13:30']);
  });

  it('carry nothing that a spreadsheet would run', async () => {
    const buyer = await aViewer();
    const evil = '=HYPERLINK("http://evil.example";"win")';
    await db()
      .updateTable('users')
      .set({ name: evil, surname: '@SUM(1)' })
      .where('id', '=', buyer.id)
      .execute();
    const channel = await aChannel();
    await aPaidOrder({ buyer, product: await aProduct({ channel, title: '+1 night' }) });
    const rows = await csvOf(channel.owner);
    expect(column(rows, 'Name')).toEqual([`'${evil}`]);
    expect([column(rows, 'Surname'), column(rows, 'Product')]).toEqual([
      ["'@SUM(1)"],
      ["'+1 night"],
    ]);
    const file = await send(salesContract.exportSales, {
      as: channel.owner,
      query: { format: 'xlsx' },
      language: 'en',
    } as never);
    const cells = rowsOfWorkbook(file.rawPayload).flat();
    expect(cells.filter(({ kind }) => kind === 'formula')).toEqual([]);
    expect(cells).toContainEqual({ kind: 'text', value: evil });
  });

  it('open as a workbook with numbers, dates and texts', async () => {
    useClock('2026-07-01T18:30:00Z');
    const channel = await aChannel();
    const product = await aProduct({
      channel,
      title: 'Ópera & más',
      sessions: [{ startsAt: '2026-12-01T20:00:00.000Z' }],
    });
    await aPaidOrder({ product });
    const query = { format: 'xlsx' };
    const file = await send(salesContract.exportSales, {
      as: channel.owner,
      query,
      language: 'en',
    } as never);
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="sales-2026-07-01.xlsx"',
    );
    const [heads, ...sales] = rowsOfWorkbook(file.rawPayload);
    expect(heads?.slice(0, 3).map(({ value }) => value)).toEqual([
      'Paid (Europe/Madrid)',
      'State',
      'Product',
    ]);
    expect(sales).toHaveLength(1);
    expect(sales[0]).toContainEqual({ kind: 'text', value: 'Ópera & más' });
    expect(sales[0]).toContainEqual({ kind: 'number', value: '12.1' });
    // Days since the last day of 1899, as spreadsheets count: 2026-07-01 20:30 in Madrid.
    expect(Number(sales[0]?.[0]?.value)).toBeCloseTo(46_204 + 20.5 / 24, 6);
  });

  it('take as many statements for three sales as for one', async () => {
    holdClock();
    const channel = await aChannel();
    const product = await aProduct({ channel });
    await aPaidOrder({ product });
    const ask = async () => void (await csvOf(channel.owner));
    await ask();
    const one = await countQueries(ask);
    await aPaidOrder({ product });
    await aPaidOrder({ product });
    expect(await countQueries(ask)).toBe(one);
  });

  it('are for those who may see the list', async () => {
    const viewer = await aViewer();
    const other = await anOrganizer();
    const { slug } = await aChannel();
    expect((await refusal(salesContract.exportSales, { as: viewer })).code).toBe('FORBIDDEN');
    expect((await refusal(salesContract.exportSales)).code).toBe('NOT_LOGGED_IN');
    expect((await refusal(salesContract.exportAllSales, { as: other })).code).toBe('FORBIDDEN');
    const theirs = await refusal(salesContract.exportSales, {
      as: other,
      query: { channel: slug },
    });
    expect(theirs).toEqual({ status: 404, code: 'SERVER_ERROR_NOT_FOUND' });
  });

  it('refuse a zone or a format that there is not', async () => {
    const as = await anOrganizer();
    const of = (query: Query) => refusal(salesContract.exportSales, { as, query } as never);
    expect((await of({ zone: 'Europe/Platea' })).fields).toEqual({ zone: 'invalid' });
    expect((await of({ format: 'pdf' })).fields).toEqual({ format: 'invalid' });
  });
});
