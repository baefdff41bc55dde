import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { poolAt } from '#test/own-pool.ts';
import { type Running, startProduct } from '#test/running-product.ts';

/** A PostgreSQL with rows in it and the product running on it. */
export type Stage = {
  product: Running;
  pool: pg.Pool;
  databaseUrl: string;
  close: () => Promise<void>;
};

/** Durable as in production: figures with fsync off would promise too much. */
export async function setStage(
  fill: (pool: pg.Pool) => Promise<void>,
  env: Record<string, string> = {},
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'platea-stage-'));
  const postgres = await startEmbedded(folder);
  await migrate(postgres.url);
  const pool = poolAt(postgres.url, 12);
  await fill(pool);
  await pool.query('analyze');
  const product = await startProduct({ DATABASE_URL: postgres.url, ...env });
  return {
    product,
    pool,
    databaseUrl: postgres.url,
    close: async () => {
      await product.stop();
      await pool.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
