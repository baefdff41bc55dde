import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, type SourceFile, sourceFiles, withoutComments } from './source-files.ts';

const lists = import.meta.glob<{ tables: readonly string[] }>('../../server/*/tables.ts', {
  eager: true,
});
const owners = Object.entries(lists).flatMap(([file, { tables }]) =>
  tables.map((table) => ({ table, area: file.split('/').at(-2) ?? '' })),
);
const ownerOf = new Map(owners.map(({ table, area }) => [table, area]));

/** Written by the ground itself, not by an area. */
const groundTables = new Set(['migrations', 'mails', 'idempotency_keys', 'demo_run']);

const kyselyWrite = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g;
const sqlWrite =
  /\b(?:insert\s+into|update|delete\s+from|truncate)\s+"?([a-z]\w*)"?\s*(?:\(|set\b|where\b|as\b|$)/gi;

function writesOf({ path, text }: SourceFile): { path: string; area: string; table: string }[] {
  const code = withoutComments(text);
  const tables = [...code.matchAll(kyselyWrite), ...code.matchAll(sqlWrite)]
    .map(([, table]) => table ?? '')
    .filter((table) => ownerOf.has(table) || groundTables.has(table));
  return tables.map((table) => ({ path, area: path.split('/')[1] ?? '', table }));
}

const writes = sourceFiles('server')
  .filter(({ path }) => !/^server\/(platform|demo|migrations)\//.test(path))
  .flatMap(writesOf);

describe('the tables', () => {
  it('have one owner each', () => {
    const twice = owners.filter(({ table, area }) => ownerOf.get(table) !== area);
    expect(twice).toEqual([]);
  });

  it('that the migrations make all have an owner', () => {
    const made = readdirSync(join(root, 'server/migrations'))
      .map(
        (name) =>
          import.meta.glob<string>('../../server/migrations/*.sql', {
            eager: true,
            query: '?raw',
            import: 'default',
          })[`../../server/migrations/${name}`] ?? '',
      )
      .flatMap((sql) => [...sql.matchAll(/^create table (?:if not exists )?(\w+)/gim)])
      .map(([, table]) => table ?? '');
    expect(made.filter((table) => !ownerOf.has(table) && !groundTables.has(table))).toEqual([]);
  });

  it('belong to areas that exist', () => {
    const lost = owners.filter(({ area }) => !existsSync(join(root, 'server', area)));
    expect(lost).toEqual([]);
  });

  it('are written by their own area only', () => {
    const foreign = writes.filter(({ area, table }) => ownerOf.get(table) !== area);
    expect(foreign).toEqual([]);
  });

  it('are written in stores only', () => {
    expect(writes.filter(({ path }) => !path.endsWith('.store.ts'))).toEqual([]);
  });
});
