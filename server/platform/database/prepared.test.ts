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

  it('answers the second time as the first, with or without rows', async () => {
    const find = (id: number, title: string | null) =>
      sql`select ${id}::int8 as id, ${title}::text as title, ${[id, 2]}::int[] as list,
        ${JSON.stringify({ id })}::jsonb as about where ${id} > 0`.execute(db());
    for (const title of ['Ñandú', null, '']) {
      const about = { id: 7 };
      expect((await find(7, title)).rows).toEqual([{ id: 7, title, list: [7, 2], about }]);
      expect((await find(0, title)).rows).toEqual([]);
    }
    const rename = (id: number) =>
      sql`update shows set title = 'Tero' where id = ${id}`.execute(db());
    for (const _ of Array(2)) {
      expect((await rename(1)).numAffectedRows).toBe(1n);
      expect((await rename(0)).numAffectedRows).toBe(0n);
    }
    await sql`update shows set title = ${'Ñandú'}`.execute(db());
  });

  it('goes on after a first run that failed', async () => {
    const add = (id: number) => sql`insert into shows (id) values (${id}) returning id`;
    await inTransaction(async (tx) => {
      await sql`savepoint before`.execute(tx);
      await expect(add(1).execute(tx)).rejects.toMatchObject({ code: '23505' });
      await sql`rollback to before`.execute(tx);
      for (const id of [2, 3]) expect((await add(id).execute(tx)).rows).toEqual([{ id }]);
      await sql`delete from shows where id > ${1}`.execute(tx);
    });
  });

  it('says when a value cannot be written, and its connection goes on', async () => {
    const ring: Record<string, unknown> = {};
    ring.itself = ring;
    await inTransaction(async (tx) => {
      await expect(sql`select ${ring}::jsonb as value`.execute(tx)).rejects.toThrow(/circular/);
      expect(await readAll(tx)).toHaveLength(1);
    });
  });

  it('leaves other errors as they are', async () => {
    const twice = sql`insert into shows (id) values (${1})`.execute(db());
    await expect(twice).rejects.toMatchObject({ code: '23505' });
    expect(await readAll(db())).toHaveLength(1);
  });
});
