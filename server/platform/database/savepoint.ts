import { type Db, sql } from './index.ts';

/**
 * Runs `work` inside the transaction under way; when it fails, what it has written and locked is undone,
 * and the transaction goes on. The error is thrown as it came.
 */
export async function inSavepoint<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
}
