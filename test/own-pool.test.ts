import { expect, it } from 'vitest';
import { poolAt } from './own-pool.ts';

// What the setup of stories gave this file.
const url = process.env.DATABASE_URL ?? '';
const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1';

it('outlives a database that cuts its connections, one at rest and one in use', async () => {
  const address = new URL(url);
  address.searchParams.set('application_name', 'to be cut');
  const pool = poolAt(address.href);
  const other = poolAt(url);
  const inUse = await pool.connect();
  await pool.query('select 1');
  expect(pool.totalCount).toBe(2);
  await other.query(cut, ['to be cut']);
  await expect(inUse.query('select 1')).rejects.toThrow();
  inUse.release(true);
  await expect.poll(() => pool.totalCount).toBe(0);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), other.end()]);
});
