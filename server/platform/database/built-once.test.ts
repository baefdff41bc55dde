import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetInstallation } from '../remembered.ts';
import { builtOnce, rowBuiltOnce } from './built-once.ts';
import { closeDatabase, type Db, db, inTransaction, sql } from './index.ts';

beforeAll(async () => {
  await sql`create table seats (name text primary key, price bigint, note text)`.execute(db());
});
afterAll(closeDatabase);

type Seat = { name: string; price: number; note: string | null };

describe('a statement that is built once', () => {
  it('takes the values of each call, by their places', async () => {
    let builds = 0;
    const divided = builtOnce((_: Db, whole: number, by: number) => {
      builds += 1;
      return sql<{ share: number; by: number }>`
        select (${whole}::bigint / ${by}::bigint)::bigint as share, ${by}::bigint as by`;
    });
    expect(await divided(db(), 12, 4)).toEqual([{ share: 3, by: 4 }]);
    expect(await inTransaction((tx) => divided(tx, 10, 5))).toEqual([{ share: 2, by: 5 }]);
    expect(builds).toBe(1);
  });

  it('takes the values of a row by their names, also of what is empty', async () => {
    const keep = rowBuiltOnce(
      (_: Db, row: Seat) => sql<Seat>`
        insert into seats (note, price, name) values (${row.note}, ${row.price}, ${row.name})
        returning name, price, note`,
    );
    const seats = [
      { name: 'A1', price: 1210, note: null },
      { name: 'A2', price: 0, note: 'Ñandú' },
    ];
    for (const seat of seats) expect(await keep(db(), seat)).toEqual([seat]);
  });

  it('is built anew for the next installation, by what is tied together there', async () => {
    let tied = sql<string>`'nobody'`;
    const opener = builtOnce(
      (_: Db, of: string) => sql<{ of: string; opener: string }>`
        select ${of}::text as of, ${tied} as opener`,
    );
    const rows = rowBuiltOnce(
      (_: Db, { of }: { of: string }) => sql<{ of: string; opener: string }>`
        select ${of}::text as of, ${tied} as opener`,
    );
    const asked = async () => [...(await opener(db(), 'A1')), ...(await rows(db(), { of: 'A2' }))];
    expect((await asked()).map((one) => one.opener)).toEqual(['nobody', 'nobody']);
    tied = sql`'subscriptions'`;
    forgetInstallation();
    expect((await asked()).map((one) => one.opener)).toEqual(['subscriptions', 'subscriptions']);
  });

  it('is refused when a value stands nowhere in it', async () => {
    const lost = rowBuiltOnce((_: Db, { name }: Seat) => sql`select ${name}::text as name`);
    await expect(lost(db(), { name: 'A1', price: 1, note: null })).rejects.toThrow(/price/);
    const decided = builtOnce(
      (_: Db, wanted: boolean) => sql`select ${wanted ? 1 : 2}::int as one`,
    );
    await expect(decided(db(), true)).rejects.toThrow(/value 0/);
  });
});
