import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, db, inTransaction, sql } from './index.ts';

beforeAll(async () => {
  await sql`create table shows (id integer primary key, title text)`.execute(db());
  await sql`insert into shows values (1, 'Ñandú')`.execute(db());
});
afterAll(closeDatabase);

type From = Parameters<Parameters<typeof inTransaction>[0]>[0] | ReturnType<typeof db>;
const readAll = async (from: From) =>
  (await sql<object>`select * from shows where id = ${1}`.execute(from)).rows;
const inOne = () => inTransaction(readAll);

/** As a migration does while an older process runs. */
const addColumn = (name: string) =>
  sql`alter table shows add column ${sql.ref(name)} integer`.execute(db());

describe('a prepared statement', () => {
  it('is prepared once on a connection', async () => {
    const names = await inTransaction(async (tx) => {
      for (const _ of Array(3)) await readAll(tx);
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements
        where statement like 'select * from shows where%'`.execute(tx);
      return rows;
    });
    expect(names).toHaveLength(1);
  });

  it('goes on when a column is added to what it reads', async () => {
    expect(await readAll(db())).toEqual([{ id: 1, title: 'Ñandú' }]);
    await addColumn('minutes');
    expect(await readAll(db())).toEqual([{ id: 1, title: 'Ñandú', minutes: null }]);
  });

  it('goes on inside a transaction, which begins again', async () => {
    await inOne();
    await addColumn('seats');
    expect(await inOne()).toEqual([{ id: 1, title: 'Ñandú', minutes: null, seats: null }]);
  });

  it('leaves other errors as they are', async () => {
    const twice = sql`insert into shows (id) values (${1})`.execute(db());
    await expect(twice).rejects.toMatchObject({ code: '23505' });
    expect(await readAll(db())).toHaveLength(1);
  });
});
